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
  type Fees,
  type FourEyes,
  type Way as Kind,
  livePolicy,
  liveRiskLimits,
  noFees,
  pauseNetwork,
  resumeNetwork,
  type State,
  type Store,
  uganda,
} from '../../../core/sente.ts'
import { until } from '../../fixtures/sandboxGateway.ts'
import { makeFolder } from '../../fixtures/sqliteFolder.ts'
import { jumpingClock, transactionOf } from '../../networks/scriptedNetwork.ts'
import type { Dialect } from './dialects.ts'
import { type FaultyNetwork, openFaultyNetwork, trusted } from './faultyNetwork.ts'
import { isHasty, type Trouble } from './networkTrouble.ts'
import { type Merchant, openMerchant } from './payingMerchant.ts'

/** The whole live gateway in this process, between a merchant and a network that gets into trouble. */
export type FaultyGateway = Merchant & {
  readonly network: FaultyNetwork
  /** Whether its deadlines are shorter than the real ones, so that it may miss them on a busy machine. */
  readonly isHasty: boolean
  /** Lets the gateway get a token for payments of this kind. */
  getToken(kind: Kind): Promise<void>
  /** Lets a quarter of an hour pass and the follow-up run; resolves with whether the transaction at this path has ended. */
  followUp(path: string): Promise<'open' | 'ended'>
  /** Has the operator refuse payments over the network, and take them again. */
  pause(): Promise<unknown>
  resume(): Promise<unknown>
  /** What is wrong in the books. */
  problems(): Promise<readonly object[]>
}

/** A second more than the pause between absences that count. */
const quarterMs = livePolicy.absenceSpacingMs + 1_000

/** What it charges, and what waits for a second person: nothing by default. */
type Terms = { readonly fees?: Fees; readonly fourEyes?: FourEyes }

/** Runs `test` on it. Times are the real ones unless the trouble names others; waits are jumps of the clock. */
export async function withFaultyGateway(
  dialect: Dialect,
  trouble: Trouble,
  test: (gateway: FaultyGateway) => Promise<void>,
  terms: Terms = {},
): Promise<void> {
  const { database, remove } = makeFolder()
  const closers: (() => unknown)[] = [remove]
  try {
    const network = await openFaultyNetwork(dialect, trouble)
    closers.push(network.close)
    const store = openSqliteStore({ path: database, purpose: 'live', migrate: true, serving: { onLost } })
    closers.push(store.close)
    const { container, clock } = wire(store, network, trouble, terms)
    const url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
    const { books, providerFor } = container.get(tokens.paymentPorts)
    const ports = { ...container.get(tokens.accountPorts), lineStops: store.lineStops }
    const decision = { network: dialect.name, by: 'amina', because: 'a drill' }
    await test({
      ...(await openMerchant(container, url, dialect.name)),
      network,
      isHasty: isHasty(trouble),
      getToken: async (kind) => void (await providerFor('UGX', dialect.name).enquire(transactionOf({ kind }))),
      followUp: follower(container, () => clock.jump(quarterMs)),
      pause: () => pauseNetwork(ports)(decision),
      resume: () => resumeNetwork(ports)(decision),
      problems: async () => (await auditBooks({ books })()).broken,
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** Wires a live gateway with its own clock, network settings and deadlines. */
function wire(
  store: Store,
  network: FaultyNetwork,
  { answerMs = 10_000, submitWithinMs }: Trouble,
  { fees = noFees, fourEyes }: Terms,
) {
  const connection = network.dialect.connectionTo(network.baseUrl, answerMs)
  const container = buildContainer({
    store,
    log: pino({ level: 'silent' }),
    pinKeys: () => ({ current: 'a key of PINs that is long enough' }),
    configuration: {
      market: uganda,
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
  if (submitWithinMs !== undefined) {
    const ports = container.get(tokens.paymentPorts)
    container.rebind(tokens.paymentPorts).toConstantValue({ ...ports, limits: { submitWithinMs } })
  }
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

/** The follow-up has run when it has planned the next enquiry about a transaction, unless that had ended. */
function follower(container: Container, letTimePass: () => void): FaultyGateway['followUp'] {
  const { books } = container.get(tokens.accountPorts)
  const { sweep } = container.get(tokens.followUp)
  return async (path) => {
    const find = () => books.transaction(path.slice(path.lastIndexOf('/') + 1))
    const [before, hasEnded] = [await find(), async () => isFinal((await find())?.state)]
    letTimePass()
    // The gateway's own loop may have begun the question already.
    await until(async () => {
      await sweep()
      return (await hasEnded()) || (await find())?.followUp.askAtMs !== before?.followUp.askAtMs
    })
    return (await hasEnded()) ? 'ended' : 'open'
  }
}

function isFinal(state: State | undefined): boolean {
  return state === 'succeeded' || state === 'failed'
}
