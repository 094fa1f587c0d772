import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { withEventNotification } from '../../adapters/background/withEventNotification.ts'
import { openPostgresStore } from '../../adapters/postgres/postgres.ts'
import { claimServing } from '../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite.ts'
import { lineOutput } from '../../adapters/telemetry/log/lineOutput.ts'
import { openLog } from '../../adapters/telemetry/log/openLog.ts'
import { type Metrics, openMetrics } from '../../adapters/telemetry/metrics/metrics.ts'
import { buildContainer } from '../../composition/container.ts'
import { startGateway } from '../../composition/start/startGateway.ts'
import { startMetrics } from '../../composition/start/startMetrics.ts'
import { tokens } from '../../composition/tokens.ts'
import { type Account, addEndpoint, type Books, type EndpointPorts, uganda } from '../../core/sente.ts'
import { makeMerchants } from '../datasets/makeMerchants.ts'
import { signInPeople } from '../datasets/signInPeople.ts'
import { doDuties } from '../processes/duties.ts'
import { paymentCosts } from '../processes/paymentCosts.ts'
import { memoryHeld, type Usage, watchUsage } from '../processes/usage.ts'
import { type CommitCount, commitCount } from './commitCount.ts'
import { benchWebhooks, senteDeployment } from './senteDeployment.ts'
import type { Opening, SenteDuties } from './serverDuties.ts'

const closers: (() => unknown)[] = []
let count: CommitCount | undefined
let books: Books | undefined
let endWatch: (() => Usage) | undefined

/** sente itself: the product's container on a store, unchanged except that commits are counted. */
const duties: SenteDuties = {
  async open(opening) {
    const { accounts = 0, ready, flushDelayMs = 0, endpoints, people } = opening
    const pinKey = ready?.pinKey ?? randomBytes(32).toString('hex')
    count = commitCount(flushDelayMs)
    const metrics = opening.metrics ? openMetrics(uganda) : undefined
    const store = await openStore(opening, count, metrics)
    closers.push(store.close)
    const container = wired({ ...opening, store, pinKey }, count, metrics)
    books = store.books
    const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
    const ports = { ...container.get(tokens.accountPorts), webhooks: store.webhooks, people: store.people }
    const merchants =
      ready?.merchants ?? (await makeMerchants(ports, accounts, endpoints && endpointsAt(endpoints, ports)))
    const cookies = people ? await signInPeople(ports, pinKey, merchants) : undefined
    const place = { metrics: { host: '127.0.0.1', port: 0 }, scheme: 'sqlite', stateDir: opening.folder }
    const databasePath = join(opening.folder, 'sente.db')
    const metricsUrl = metrics && (await startMetrics(container, metrics, { ...place, databasePath }, closers))
    return { url, merchants, metricsUrl, cookies }
  },
  beginSlice() {
    count?.begin()
    endWatch = watchUsage()
  },
  endSlice() {
    if (!endWatch || !count) throw new Error('no slice was begun')
    return { ...endWatch(), ...count.sum() }
  },
  paymentCosts: paymentCosts(),
  memory: memoryHeld,
  async unended() {
    const open = await books?.list({ states: ['submitting', 'pending'], limit: 100_000 })
    const states = open?.transactions.map(({ state }) => state) ?? []
    const submitting = states.filter((state) => state === 'submitting').length
    return { submitting, pending: states.length - submitting }
  },
  async close() {
    for (const close of closers.splice(0).reverse()) await close()
  },
}

async function openStore({ postgres, ready, folder }: Opening, { flush }: CommitCount, metrics?: Metrics) {
  const meter = metrics?.store
  const opening = { purpose: 'sandbox', migrate: true } as const
  if (postgres !== undefined) return openPostgresStore({ ...opening, path: postgres, meter })
  const path = ready?.path ?? join(folder, 'sente.db')
  closers.push(claimServing(path, process.pid).release)
  return openSqliteStore({ ...opening, path, serving: { flush, onLost: endAtOnce, meter } })
}

type Wired = Opening & { readonly store: Awaited<ReturnType<typeof openStore>>; readonly pinKey: string }

function wired({ store, folder, endpoints, ...terms }: Wired, { counted }: CommitCount, metrics?: Metrics) {
  const container = buildContainer({
    store,
    metrics,
    // To a file, as in production.
    log: openLog('info', lineOutput(openSync(join(folder, 'sente.log'), 'a'))),
    ...senteDeployment(terms),
    ...(endpoints && { webhooks: benchWebhooks() }),
  })
  const { notify } = container.get(tokens.eventNotifications)
  const books = withEventNotification(counted(store.books), notify)
  container.rebind(tokens.books).toConstantValue(metrics?.withPayments(books) ?? books)
  return container
}

/** Adds an endpoint of each account's own: the first ones never answer. */
function endpointsAt({ urls, hanging }: NonNullable<Opening['endpoints']>, ports: EndpointPorts) {
  const add = addEndpoint(ports)
  return (account: Account, nth: number) =>
    add({
      caller: { account, byOperator: { by: 'bench' } },
      settings: { url: `${nth < hanging ? urls.hanging : urls.answering}/${nth}`, types: ['*'] },
    })
}

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(1)
}

doDuties(duties)
