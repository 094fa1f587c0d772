import type { Got } from 'got'
import type { Finding } from '../../adapters/cli/deps.ts'
import { systemClock, uuids } from '../../adapters/node/node.ts'
import type { Kind, MobileProvider, Transaction } from '../../core/sente.ts'
import { callbackToken } from '../networks/callbacks.ts'
import type { Connection } from '../networks/connections.ts'
import { type Callbacks, callbackUrl, connect } from '../networks/networks.ts'
import { answerFrom, clockAheadMs } from '../networks/networkTime.ts'
import { weaknessOf } from '../networks/weaknesses.ts'

/** How far a clock may be off; tokens, signatures and logs tolerate no more. */
const clockOffMs = 30_000

/** Checks one network: its credentials, a token for each operation, our clock against its own, where it calls back. */
export async function checkNetwork(
  connectionOf: () => Connection | undefined,
  { callbacks, http }: { callbacks: Callbacks; http: Got },
): Promise<readonly Finding[]> {
  const reached = reach(connectionOf, http)
  if ('check' in reached) return [reached]
  const { connection, provider } = reached
  return [
    { check: `${connection.name}: credentials`, ok: true, found: 'all are set', ...weaknessOf(connection) },
    await checkOperation(connection, provider, 'collection'),
    await checkOperation(connection, provider, 'payout'),
    await checkClock(connection, http),
    describeCallbacks(connection, callbacks),
  ]
}

function reach(
  connectionOf: () => Connection | undefined,
  http: Got,
): Finding | { connection: Connection; provider: MobileProvider } {
  const check = 'credentials'
  try {
    const connection = connectionOf()
    if (!connection) return { check, ok: false, found: 'a network is not connected', mend: 'name its provider' }
    return { connection, provider: connect(connection, () => undefined, { http, clock: systemClock }) }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), mend: 'set it in the environment or the configuration' }
  }
}

/** Asks about a transaction that does not exist: a "not found" takes a token, the right keys and a network that answers. */
async function checkOperation({ name, settings }: Connection, provider: MobileProvider, kind: Kind): Promise<Finding> {
  const check = `${name}: ${kind}`
  const random = uuids.random()
  const providerId = provider.providerId({ transactionId: random, random })
  const answer = await provider.enquire({ ...nobody, kind, id: random, providerId, network: settings.network })
  if (answer.outcome === 'notFound') return { check, ok: true, found: 'a token was granted and an enquiry answered' }
  const found = 'because' in answer ? answer.because : `an unknown transaction is answered ${answer.outcome}`
  const mend = `compare base_url and the credentials of ${name} with what the network issued, and whether it admits this machine's address`
  return { check, ok: false, found, mend }
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
async function checkClock({ name, settings }: Connection, http: Got): Promise<Finding> {
  const check = `${name}: clock`
  const mend = 'let NTP set the clock of this machine'
  try {
    const { headers } = await answerFrom(http, settings.baseUrl)
    const aheadMs = clockAheadMs(headers, systemClock.nowMs())
    if (aheadMs === undefined) return { check, ok: true, found: 'the network does not send its time' }
    const offMs = Math.abs(aheadMs)
    const found = `${Math.round(offMs / 1_000)} s apart`
    return offMs <= clockOffMs ? { check, ok: true, found } : { check, ok: false, found, mend }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), mend: 'see whether base_url can be reached from here' }
  }
}

/** Where to call back is configured in Airtel's portal; MTN gets it with each request, but its portal must know the host. */
function describeCallbacks({ name }: Connection, callbacks: Callbacks): Finding {
  const url = callbackUrl(callbacks, callbacks.secret && callbackToken(callbacks.secret, name))
  return { check: `${name}: callbacks`, ok: true, found: url ?? 'none: the sweep asks instead' }
}

/** What an error says, for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
