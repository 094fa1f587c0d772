import type { Got } from 'got'
import type { Finding, Ids, Kind, MobileProvider, Remedy, Transaction } from '../../../core/sente.ts'
import { networkApi } from '../networkApis.ts'
import { type Callbacks, callbackToken, callbackUrl } from './callbacks.ts'
import { certificateOf, tooWeakForNode24 } from './certificate.ts'
import { type ConnectedMarket, type Connection, connect, type Reach } from './connections.ts'
import { answerFrom, clockAheadMs } from './networkTime.ts'
import { weaknessOf } from './weaknesses.ts'

/** How far a clock may be wrong: tokens, signatures and logs tolerate no more. */
const clockOffMs = 30_000

const networkDown = 'docs/operating/incidents/network-down.md'
const certificates = 'docs/operating/incidents/certificate-expired.md'

/** The dependencies of the checks. */
type Checking = Reach & { readonly callbacks: Callbacks; readonly ids: Pick<Ids, 'random'> }

/** Checks every network of a market without moving money, all at once, because a silent one takes long. */
export async function checkNetworks({ market, connectionOf }: ConnectedMarket, checking: Checking) {
  const checks = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => checkNetwork(() => connectionOf(currency, name), checking)),
  )
  return (await Promise.all(checks)).flat()
}

/** Checks one network: its credentials, a token for each operation, our clock against its own, and its callback URL. */
async function checkNetwork(
  connectionOf: () => Connection | undefined,
  { callbacks, ids, ...reach }: Checking,
): Promise<readonly Finding[]> {
  const reached = reachedBy(connectionOf, reach)
  if ('check' in reached) return [reached]
  const { connection, provider } = reached
  const operation = (kind: Kind) => checkOperation(connection, provider, { kind, random: ids.random(), ...reach })
  return [
    checkSettings(connection),
    ...(await Promise.all([operation('collection'), operation('payout'), checkClock(connection, reach)])),
    ...(await checkStrength(`${connection.name}: certificate`, connection.settings.baseUrl, {
      fix: 'keep an older Node, and ask the network for a certificate with stronger keys',
    })),
    describeCallbacks(connection, callbacks),
    ...describeUnchecked(connection),
  ]
}

/** A certificate with which programs on Node 24 cannot connect. */
export async function checkStrength(check: string, url: string, { fix }: { fix: string }): Promise<Finding[]> {
  const reason = await tooWeakForNode24(url)
  if (reason === undefined) return []
  const found = `Node 24 and later refuse the certificate of ${new URL(url).origin}: ${reason}`
  return [{ check, ok: true, found, fix, runbook: `${certificates}#a-weak-certificate` }]
}

function checkSettings(connection: Connection): Finding {
  const check = `${connection.name}: credentials`
  const weakness = weaknessOf(connection)
  if (!weakness) return { check, ok: true, found: 'all are set' }
  return { check, ok: true, ...weakness, runbook: 'docs/operating/configuration-file.md#providers' }
}

/** States the unchecked parts, so that nobody takes them for checked. */
function describeUnchecked({ name, api }: Connection): Finding[] {
  const { unchecked } = networkApi(api)
  return unchecked === undefined ? [] : [{ check: `${name}: not checked`, ok: true, found: unchecked }]
}

function reachedBy(
  connectionOf: () => Connection | undefined,
  reach: Reach,
): Finding | { connection: Connection; provider: MobileProvider } {
  const check = 'credentials'
  const runbook = 'docs/operating/configuration-file.md#providers'
  try {
    const connection = connectionOf()
    if (!connection) return { check, ok: false, found: 'a network is not connected', fix: 'name its provider', runbook }
    return { connection, provider: connect(connection, reach) }
  } catch (error) {
    return { check, ok: false, found: messageOf(error), fix: 'set it in the environment or the configuration', runbook }
  }
}

/**
 * Asks about a transaction that does not exist. A "not found" requires a token, the right keys and a network that
 * answers.
 */
async function checkOperation(
  connection: Connection,
  provider: MobileProvider,
  { kind, random, http, clock }: { kind: Kind; random: string } & Reach,
): Promise<Finding> {
  const { name, settings } = connection
  const check = `${name}: ${kind}`
  const providerId = provider.providerId({ transactionId: random, random })
  const askedAtMs = clock.monotonicMs()
  const answer = await provider.enquire({ ...nobody, kind, id: random, providerId, network: settings.network })
  const tookMs = clock.monotonicMs() - askedAtMs
  const took = tookMs < slowMs ? '' : `, after ${Math.round(tookMs / 1_000)} s`
  if (answer.outcome !== 'notFound') {
    const found = 'because' in answer ? answer.because : `an unknown transaction is answered ${answer.outcome}`
    return { check, ok: false, found: `${found}${took}`, ...(took ? slow : await remedyFor(connection, http)) }
  }
  const found = `a token was granted and an enquiry answered${took}`
  return took ? { check, ok: true, found, ...slow } : { check, ok: true, found }
}

/** A token and an answer that take longer are slow, in milliseconds; after three seconds an enquiry is given up. */
const slowMs = 2_000

const slow: Remedy = {
  fix: 'ask the network; pause it if it leaves many payments in doubt',
  runbook: 'docs/operating/incidents/network-slow.md',
}

/**
 * A network that answers anything refuses our access. Otherwise it is down, can't be reached from here, or is not to be
 * trusted.
 */
async function remedyFor({ name, settings }: Connection, http: Got): Promise<Remedy> {
  const keys = `compare base_url and the credentials of ${name} with what the network issued, and whether it admits this machine's address`
  const refused = { fix: keys, runbook: 'docs/operating/incidents/credentials-refused.md' }
  return answerFrom(http, settings.baseUrl).then(() => refused, remedyForSilence)
}

/** The remedy without an answer: the certificate is not accepted, or there was no answer at all. */
function remedyForSilence(error: { readonly code?: string }): Remedy {
  if (untrusted.test(error.code ?? '')) return renewTheirs
  return { fix: 'check whether base_url can be reached from here, and ask the network', runbook: networkDown }
}

const renewTheirs: Remedy = {
  fix: 'ask the network to renew its certificate: nothing is sent until then',
  runbook: certificates,
}

/** Node's codes for certificates that it does not accept. */
const untrusted = /^CERT_|^ERR_TLS_CERT|SELF_SIGNED_CERT|^UNABLE_TO_|^UNSPECIFIED$|_TOO_(SMALL|WEAK)$/

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
  refundOf: null,
  linkId: null,
  metadata: {},
  customerMessage: null,
  customerMessageAsSent: null,
  providerRef: null,
  networkReceipt: null,
  fingerprint: '',
  submitUntilMs: 0,
  feeMinor: 0n,
  feeBackMinor: 0n,
  countedUntilMs: null,
  createdAtMs: 0,
  updatedAtMs: 0,
  attention: null,
  reported: null,
  isTakenBack: false,
  followUp: { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 },
}

/** Compares this machine's clock with the `Date` of any answer from the network. */
async function checkClock({ name, settings }: Connection, { http, clock }: Reach): Promise<Finding> {
  const check = `${name}: clock`
  try {
    const { headers } = await answerFrom(http, settings.baseUrl)
    const aheadMs = clockAheadMs(headers, clock.nowMs())
    if (aheadMs === undefined) return { check, ok: true, found: 'the network does not send its time' }
    const offMs = Math.abs(aheadMs)
    const found = `${Math.round(offMs / 1_000)} s apart`
    if (offMs <= clockOffMs) return { check, ok: true, found }
    return {
      check,
      ok: false,
      found,
      fix: 'set the clock of this machine by NTP',
      runbook: 'docs/operating/incidents/clock-wrong.md',
    }
  } catch (error) {
    return {
      check,
      ok: false,
      found: messageOf(error),
      ...remedyForSilence(error as { readonly code?: string }),
    }
  }
}

/**
 * The callback URL of a network. Airtel's portal configures it; MTN gets it with each request, but its portal must know
 * the host.
 */
function describeCallbacks({ name }: Connection, callbacks: Callbacks): Finding {
  const url = callbackUrl(callbacks, callbacks.secret && callbackToken(callbacks.secret, name))
  return { check: `${name}: callbacks`, ok: true, found: url ?? 'none: the sweep asks the network instead' }
}

/** Whether a gateway answers at its public address. It may not answer yet if no server runs. */
export async function checkPublicAddress(
  url: string,
  { http, clock, isServed }: Reach & { readonly isServed: () => Promise<boolean> },
): Promise<Finding> {
  const check = 'public address'
  const trouble = await troubleAt(url, http)
  if (trouble === undefined) return checkCertificate(check, url, clock)
  if (!(await isServed())) {
    return { check, ok: true, found: `not yet reachable, since no server runs: ${trouble}; check again when one does` }
  }
  const validUntil = await certificateOf(url)
  if (validUntil && validUntil.getTime() < clock.nowMs()) {
    const found = `the certificate of ${url} expired on ${dayOf(validUntil)}`
    return { check, ok: false, found, fix: 'renew it', runbook: certificates }
  }
  const fix = 'point SENTE_PUBLIC_URL at the gateway, through your TLS proxy'
  return { check, ok: false, found: trouble, fix, runbook: 'docs/operating/proxy.md' }
}

/** A certificate that is not renewed three weeks before its end will not be renewed automatically. */
async function checkCertificate(check: string, url: string, clock: Reach['clock']): Promise<Finding> {
  const validUntil = await certificateOf(url)
  const found = `${url} answers`
  if (!validUntil) return { check, ok: true, found }
  const until = `its certificate is valid until ${dayOf(validUntil)}`
  if (validUntil.getTime() - clock.nowMs() > certificateMs) return { check, ok: true, found: `${found}, ${until}` }
  return { check, ok: true, found: `${found}, but ${until}`, fix: 'renew it', runbook: certificates }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** How long a certificate must still be valid. */
const certificateMs = 21 * 86_400_000

async function troubleAt(url: string, http: Got): Promise<string | undefined> {
  try {
    const { status } = await answerFrom(http, `${url}/livez`)
    return status === 200 ? undefined : `${url}/livez answers ${status}`
  } catch (error) {
    return `${url} does not answer: ${messageOf(error)}`
  }
}

/** The message of an error, for a person. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
