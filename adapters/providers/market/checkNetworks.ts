import type { Got } from 'got'
import type { Finding, Ids, Kind, MobileProvider, Transaction } from '../../../core/sente.ts'
import { type Callbacks, callbackToken, callbackUrl } from './callbacks.ts'
import { type ConnectedMarket, type Connection, connect, type Reach } from './connections.ts'
import { answerFrom, clockAheadMs } from './networkTime.ts'
import { weaknessOf } from './weaknesses.ts'

/** How far a clock may be off; tokens, signatures and logs tolerate no more. */
const clockOffMs = 30_000

/** What checks need. */
type Checking = Reach & { readonly callbacks: Callbacks; readonly ids: Pick<Ids, 'random'> }

/** Checks every network of a market without moving money. */
export async function checkNetworks({ market, connectionOf }: ConnectedMarket, checking: Checking) {
  const found: Finding[] = []
  for (const [currency, { networks }] of market) {
    for (const { name } of networks) found.push(...(await checkNetwork(() => connectionOf(currency, name), checking)))
  }
  return found
}

/** Checks one network: its credentials, a token for each operation, our clock against its own, where it calls back. */
async function checkNetwork(
  connectionOf: () => Connection | undefined,
  { callbacks, ids, ...reach }: Checking,
): Promise<readonly Finding[]> {
  const reached = reachedBy(connectionOf, reach)
  if ('check' in reached) return [reached]
  const { connection, provider } = reached
  return [
    { check: `${connection.name}: credentials`, ok: true, found: 'all are set', ...weaknessOf(connection) },
    await checkOperation(connection, provider, { kind: 'collection', random: ids.random() }),
    await checkOperation(connection, provider, { kind: 'payout', random: ids.random() }),
    await checkClock(connection, reach),
    describeCallbacks(connection, callbacks),
  ]
}

function reachedBy(
  connectionOf: () => Connection | undefined,
  reach: Reach,
): Finding | { connection: Connection; provider: MobileProvider } {
  const check = 'credentials'
  try {
    const connection = connectionOf()
    if (!connection) return { check, ok: false, found: 'a network is not connected', fix: 'name its provider' }
    return { connection, provider: connect(connection, reach) }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), fix: 'set it in the environment or the configuration' }
  }
}

/** Asks about a transaction that does not exist: a "not found" takes a token, the right keys and a network that answers. */
async function checkOperation(
  { name, settings }: Connection,
  provider: MobileProvider,
  { kind, random }: { kind: Kind; random: string },
): Promise<Finding> {
  const check = `${name}: ${kind}`
  const providerId = provider.providerId({ transactionId: random, random })
  const answer = await provider.enquire({ ...nobody, kind, id: random, providerId, network: settings.network })
  if (answer.outcome === 'notFound') return { check, ok: true, found: 'a token was granted and an enquiry answered' }
  const found = 'because' in answer ? answer.because : `an unknown transaction is answered ${answer.outcome}`
  const fix = `compare base_url and the credentials of ${name} with what the network issued, and whether it admits this machine's address`
  return { check, ok: false, found, fix }
}

const nobody: Omit<Transaction, 'id' | 'kind' | 'providerId' | 'network'> = {
  accountId: '',
  reference: '',
  phoneNumber: '256700000000',
  amountMinor: 500n,
  currency: 'UGX',
  state: 'submitting',
  reason: null,
  networkReason: null,
  description: null,
  metadata: {},
  providerRef: null,
  fingerprint: '',
  submitUntilMs: 0,
  createdAtMs: 0,
  updatedAtMs: 0,
  attention: null,
  followUp: { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 },
}

/** Compares this machine's clock with the `Date` of any answer of the network. */
async function checkClock({ name, settings }: Connection, { http, clock }: Reach): Promise<Finding> {
  const check = `${name}: clock`
  const fix = 'let NTP set the clock of this machine'
  try {
    const { headers } = await answerFrom(http, settings.baseUrl)
    const aheadMs = clockAheadMs(headers, clock.nowMs())
    if (aheadMs === undefined) return { check, ok: true, found: 'the network does not send its time' }
    const offMs = Math.abs(aheadMs)
    const found = `${Math.round(offMs / 1_000)} s apart`
    return offMs <= clockOffMs ? { check, ok: true, found } : { check, ok: false, found, fix }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), fix: 'see whether base_url can be reached from here' }
  }
}

/** Where to call back is configured in Airtel's portal; MTN gets it with each request, but its portal must know the host. */
function describeCallbacks({ name }: Connection, callbacks: Callbacks): Finding {
  const url = callbackUrl(callbacks, callbacks.secret && callbackToken(callbacks.secret, name))
  return { check: `${name}: callbacks`, ok: true, found: url ?? 'none: the sweep asks instead' }
}

/** Whether a gateway answers at its public address; where none is known to run, it may not answer yet. */
export async function checkPublicAddress(
  url: string,
  { http, isServed }: { readonly http: Got; readonly isServed: () => Promise<boolean> },
): Promise<Finding> {
  const check = 'public address'
  const trouble = await troubleAt(url, http)
  if (trouble === undefined) return { check, ok: true, found: `${url} answers` }
  if (!(await isServed())) {
    return { check, ok: true, found: `not yet reachable, as no server runs: ${trouble}; ask again when it does` }
  }
  return { check, ok: false, found: trouble, fix: 'let SENTE_PUBLIC_URL lead to the gateway, through your TLS proxy' }
}

async function troubleAt(url: string, http: Got): Promise<string | undefined> {
  try {
    const { status } = await answerFrom(http, `${url}/livez`)
    return status === 200 ? undefined : `${url}/livez answers ${status}`
  } catch (error) {
    return `${url} does not answer: ${messageOf(error)}`
  }
}

/** What an error says, for a person. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
