import type { Container } from 'inversify'
import { pino } from 'pino'
import { connectedAgents } from '../../../adapters/providers/transport/http/agents.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../../composition/container.ts'
import { startGateway } from '../../../composition/start/startGateway.ts'
import { tokens } from '../../../composition/tokens.ts'
import {
  auditBooks,
  createKey,
  type Fees,
  type FourEyes,
  isFinal,
  isRefusal,
  type KeyScope,
  type Way as Kind,
  livePolicy,
  liveRiskLimits,
  noFees,
  pauseNetwork,
  resumeNetwork,
  revokeKey,
  type State,
  type Store,
  uganda,
  utcDays,
} from '../../../core/sente.ts'
import { afterwards } from '../../fixtures/endings.ts'
import { openAccount, requestsOf } from '../../fixtures/sandboxGateway.ts'
import { makeFolder } from '../../fixtures/sqliteFolder.ts'
import { until } from '../../fixtures/until.ts'
import { jumpingClock, transactionOf } from '../../networks/scriptedNetwork.ts'
import { inStandingTime } from '../../networks/standingTime.ts'
import type { Dialect } from './dialects.ts'
import { type FaultyNetwork, openFaultyNetwork, type Trouble, trusted } from './network.ts'

/** An answer to a merchant. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: { status: string; message: string; data?: Record<string, unknown> }
}

/** The whole live gateway in this process, between a merchant with UGX 10,000 and a network that gets into trouble. */
export type FaultyGateway = Awaited<ReturnType<typeof openFaultyGateway>>

/** A second more than the pause between absences that count. */
const quarterMs = livePolicy.absenceSpacingMs + 1_000

/** Longer than any wait of the gateway. */
const overdueMs = 15_000

/** Its fees, and the changes that wait for a second person: none by default. */
type Terms = { readonly fees?: Fees; readonly fourEyes?: FourEyes }

/** Opens it for an example. Times are the real ones; waits are jumps of the clock, and deadlines pass when the network says so. */
export async function openFaultyGateway(dialect: Dialect, trouble: Trouble, terms: Terms = {}) {
  const { database } = makeFolder()
  let overdue = () => {}
  const network = await openFaultyNetwork(dialect, trouble, () => overdue())
  const store = openSqliteStore({ path: database, purpose: 'live', migrate: true, serving: { onLost } })
  const closers: (() => unknown)[] = [network.close, store.close]
  afterwards(async () => {
    for (const close of closers.reverse()) await close()
  })
  const { container, clock } = wire(store, network, terms)
  const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
  const { books, providerFor } = container.get(tokens.paymentPorts)
  const ports = { ...container.get(tokens.accountPorts), channelStops: store.channelStops }
  const decision = { network: dialect.name, by: 'amina', because: 'a drill' }
  return {
    ...(await openMerchant(container, url, dialect.name)),
    network,
    /** Runs a function while the gateway's timers stand still until the network lets them pass, if it is late. */
    async inTime<T>(act: () => Promise<T>): Promise<T> {
      if (!trouble.isLate) return act()
      return inStandingTime(({ pass }) => {
        overdue = () => pass(overdueMs)
        return act()
      })
    },
    /** Lets the gateway get a token for payments of this kind. */
    getToken: async (kind: Kind) => void (await providerFor('UGX', dialect.name).enquire(transactionOf({ kind }))),
    followUp: follower(container, () => clock.jump(quarterMs)),
    /** Lets the operator refuse payments over the network, and take them again. */
    pause: () => pauseNetwork(ports)(decision),
    resume: () => resumeNetwork(ports)(decision),
    /** The errors in the books. */
    problems: async () => (await auditBooks({ books })()).broken,
  }
}

/** Wires a live gateway with its own clock and network settings. */
function wire(store: Store, network: FaultyNetwork, { fees = noFees, fourEyes }: Terms) {
  const connection = network.dialect.connectionTo(network.baseUrl)
  const container = buildContainer({
    store,
    log: pino({ level: 'silent' }),
    pinKeys: () => ({ current: 'a key of PINs that is long enough' }),
    configuration: {
      market: uganda,
      days: utcDays,
      riskLimits: liveRiskLimits,
      fees,
      connectionOf: (_currency, name) => (name === network.dialect.name ? connection : undefined),
    },
    fourEyes,
    policy: livePolicy,
    callbacks: { secret: undefined, publicUrl: () => undefined },
  })
  const clock = jumpingClock()
  container.rebind(tokens.clock).toConstantValue(clock)
  container.rebind(tokens.http).toConstantValue(clientOf(network))
  return { container, clock }
}

function onLost(error: unknown) {
  throw error
}

/** The product's own client, with the test's name look-up and trusted certificates. */
function clientOf(network: FaultyNetwork) {
  const agent = connectedAgents(4_000)
  agent.https.options.ca = [...trusted]
  const lookUp = (_host: string, _options: object, found: (error: Error | null, addresses?: object[]) => void) => {
    if (network.isNamed()) found(null, [{ address: '127.0.0.1', family: 4 }])
    else found(Object.assign(new Error('the name is not known'), { code: 'ENOTFOUND' }))
  }
  return providerHttp().extend({ agent, dnsLookup: lookUp as never })
}

/**
 * Lets a quarter of an hour pass and the follow-up run; resolves with whether the transaction at this path has ended. The
 * follow-up has run when it has planned the next enquiry about a transaction, unless that had ended.
 */
function follower(container: Container, letTimePass: () => void) {
  const { books } = container.get(tokens.accountPorts)
  const { sweep } = container.get(tokens.followUp)
  return async (path: string): Promise<'open' | 'ended'> => {
    const find = () => books.transaction(path.slice(path.lastIndexOf('/') + 1))
    const before = await find()
    let found = before
    letTimePass()
    // The gateway's own loop may have begun the question already.
    await until(async () => {
      await sweep()
      found = await find()
      return hasEnded(found) || found?.followUp.askAtMs !== before?.followUp.askAtMs
    })
    return hasEnded(found) ? 'ended' : 'open'
  }
}

const hasEnded = (found: { readonly state: State } | undefined) => found !== undefined && isFinal(found.state)

/** Opens a merchant's account, with payments of UGX 500, at the gateway that listens at `url`. */
async function openMerchant(container: Container, url: string, network: string) {
  const { account, ...keys } = await openAccount(container)
  const ports = container.get(tokens.accountPorts)
  const { webhooks } = container.get(tokens.store)
  const by = { by: 'amina', accountId: account.id }
  const phone_number = network === 'MTN' ? '256770000001' : '256750000001'
  const order = { phone_number, amount: 500, currency: 'UGX', network }
  return {
    ...merchantOf(requestsOf(keys, url), order),
    /** Makes a secret key with one scope: the same merchant with that key, until it is revoked. */
    async withKey(scope: KeyScope) {
      const made = await createKey(ports)({ ...by, name: `to ${scope}`, scopes: [scope] })
      if (isRefusal(made)) throw new Error(made.message)
      const revoke = () => revokeKey({ ...ports, webhooks })({ ...by, keyId: made.keyId })
      return { ...merchantOf(requestsOf({ ...keys, secretKey: made.key }, url), order), revoke }
    },
  }
}

function merchantOf(send: ReturnType<typeof requestsOf>, order: Record<string, unknown>) {
  const ask = async (path: string, body?: Record<string, unknown>): Promise<Answer> => {
    const answer = await send(path.replace('/api/v1/', ''), body)
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
  return {
    /** Looks up a whole path. */
    get: (path: string) => ask(path),
    /** Refunds the collection `sale`. */
    refund: (reference: string) => ask('refunds', { reference, collection: 'sale', amount: 500, pin: '4071' }),
    /** Posts a batch of one payout. */
    payBatch: () =>
      ask('payout-batches', { reference: 'salaries', pin: '4071', lines: [{ ...order, reference: 'line-1' }] }),
    /** Approves a batch, at its path. */
    approve: (batch: string) => ask(`${batch}/approve`, {}),
    pay: (kind: Kind, reference = 'order-1') =>
      kind === 'payout'
        ? ask('send-money', { ...order, reference, pin: '4071' })
        : ask('collect-money', { ...order, reference }),
  }
}
