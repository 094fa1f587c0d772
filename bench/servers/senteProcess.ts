import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgresStore } from '../../adapters/postgres/postgres.ts'
import { claimServing } from '../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../composition/container.ts'
import { lineOutput } from '../../composition/runtime/lineOutput.ts'
import { openLog } from '../../composition/runtime/serve.ts'
import { startGateway } from '../../composition/runtime/startGateway.ts'
import { tokens } from '../../composition/tokens.ts'
import { type Account, addEndpoint, type EndpointPorts } from '../../core/sente.ts'
import { makeMerchants } from '../datasets/makeMerchants.ts'
import { doDuties } from '../processes/duties.ts'
import { memoryHeld, type Usage, watchUsage } from '../processes/usage.ts'
import { type CommitCount, commitCount } from './commitCount.ts'
import { benchWebhooks, senteWorld } from './senteWorld.ts'
import type { Opening, ServerDuties } from './serverDuties.ts'

const closers: (() => unknown)[] = []
let count: CommitCount | undefined
let endWatch: (() => Usage) | undefined

/** sente itself: the product's container on a store, unchanged except that commits are counted. */
const duties: ServerDuties = {
  async open(opening) {
    const { folder, mtn, accounts = 0, ready, flushDelayMs = 0, endpoints } = opening
    const pinKey = ready?.pinKey ?? randomBytes(32).toString('hex')
    count = commitCount(flushDelayMs)
    const store = await openStore(opening, count)
    closers.push(store.close)
    const container = wired({ store, logFile: join(folder, 'sente.log'), pinKey, mtn, endpoints }, count)
    const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
    const ports = { ...container.get(tokens.accountPorts), webhooks: store.webhooks }
    const merchants =
      ready?.merchants ?? (await makeMerchants(ports, accounts, endpoints && endpointsAt(endpoints, ports)))
    return { url, merchants }
  },
  beginSlice() {
    count?.begin()
    endWatch = watchUsage()
  },
  endSlice() {
    if (!endWatch || !count) throw new Error('no slice was begun')
    return { ...endWatch(), ...count.sum() }
  },
  memory: memoryHeld,
  async close() {
    for (const close of closers.splice(0).reverse()) await close()
  },
}

async function openStore({ postgres, ready, folder }: Opening, { flush }: CommitCount) {
  const opening = { purpose: 'sandbox', migrate: true } as const
  if (postgres !== undefined) return openPostgresStore({ ...opening, path: postgres })
  const path = ready?.path ?? join(folder, 'sente.db')
  closers.push(claimServing(path, process.pid).release)
  return openSqliteStore({ ...opening, path, serving: { flush, onLost: endAtOnce } })
}

type Wired = Pick<Opening, 'mtn'> & {
  endpoints: Opening['endpoints']
  store: Awaited<ReturnType<typeof openStore>>
  logFile: string
  pinKey: string
}

function wired({ store, logFile, pinKey, mtn, endpoints }: Wired, { counted }: CommitCount) {
  const container = buildContainer({
    store,
    // To a file, as in production.
    log: openLog('info', lineOutput(openSync(logFile, 'a'))),
    ...senteWorld(pinKey, mtn),
    ...(endpoints && { webhooks: benchWebhooks() }),
  })
  const { ringing } = container.get(tokens.eventBell)
  container.rebind(tokens.books).toConstantValue(ringing(counted(store.books)))
  return container
}

/** Adds an endpoint of each account's own: the first ones never answer. */
function endpointsAt({ urls, hanging }: NonNullable<Opening['endpoints']>, ports: EndpointPorts) {
  const add = addEndpoint(ports)
  return (account: Account, nth: number) =>
    add({
      caller: { account, byOperator: true },
      settings: { url: `${nth < hanging ? urls.hanging : urls.answering}/${nth}`, types: ['*'] },
    })
}

function endAtOnce(error: unknown): never {
  console.error(error)
  process.exit(1)
}

doDuties(duties)
