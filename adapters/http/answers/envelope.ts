import type { Readable } from 'node:stream'
import { isRefusal } from '../../../core/sente.ts'
import { isForGood, wholeSeconds } from '../../formats/refusals.ts'
import { batchProblem, type Problem, problemOf, problemType, type RequestHead, wantsProblem } from './errors/problem.ts'
import { errorsPath, type HttpRefusal, messageOf, ruleOf, statusOf } from './errors/refusals.ts'

/** The answer to a request that succeeded. */
type Success = {
  readonly status: 200 | 201
  readonly message: string
  readonly data?: object
  /** The transaction that `Location` points to. */
  readonly transactionId?: string
}

/** A page or document without an envelope. A 304 has no text either. */
export type Page = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly text: Buffer | Readable
}

/** The answer to a request. */
export type HttpAnswer = Success | Page | HttpRefusal

/** An answer as it is sent over HTTP. */
type Envelope = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | Problem | Buffer | Readable
}

type Body = { readonly status: 'success' | 'error'; readonly message: string; readonly data?: object }

/** The path of an account's transactions; with an id appended, that of one transaction. */
export const transactionsPath = '/api/v1/transactions'

/** The path of an account's batches of payouts; with an id appended, that of one batch. */
export const batchesPath = '/api/v1/payout-batches'

/** The path of an account's payment links; with an id appended, that of one link. */
export const linksPath = '/api/v1/payment-links'

/** The path of the page with all rules. */
export const rulebookPath = '/rulebook'

/**
 * Puts an answer into the contract's envelope, or into a problem for a client that prefers one. A page has no envelope.
 */
export function envelopeOf(answer: HttpAnswer, request: RequestHead = { headers: {} }): Envelope {
  if (isRefusal(answer)) {
    const headers = { 'Error-Code': answer.refused, ...headersOf(answer), Link: linksOf(answer) }
    const status = statusOf(answer)
    return wantsProblem(request)
      ? { status, headers: { 'Content-Type': problemType, ...headers }, body: problemOf(answer, request) }
      : { status, headers, body: { status: 'error', message: messageOf(answer), ...dataOf(answer) } }
  }
  if ('text' in answer) return { status: answer.status, headers: answer.headers, body: answer.text }
  const { status, message, data, transactionId } = answer
  return {
    status,
    headers: transactionId === undefined ? {} : { Location: pathOfTransaction(transactionId) },
    body: { status: 'success', message, ...(data && { data }) },
  }
}

/** The id of the transaction that an answer is about, if any. */
export function transactionIdOf(answer: HttpAnswer): string | undefined {
  return 'transactionId' in answer ? answer.transactionId : undefined
}

/** An operator ends a quarantine, which takes minutes at least. */
const quarantineRetrySeconds = 60

/** A store that is away is tried once a second. */
const storeRetrySeconds = 5

/** A network that refuses our access is checked once a minute. */
const lineRetrySeconds = 60

/** The customer answers a prompt, or the network cancels it, within minutes. */
const promptRetrySeconds = 60

function headersOf(refusal: HttpRefusal): Record<string, string> {
  switch (refusal.refused) {
    case 'invalid_secret_key':
      return { 'WWW-Authenticate': 'Bearer' }
    case 'method_not_allowed':
      return { Allow: refusal.allowed.join(', ') }
    case 'provider_unavailable':
    case 'outcome_unknown':
      return { Location: pathOfTransaction(refusal.transactionId) }
    case 'duplicate_batch':
    case 'duplicate_link':
    case 'duplicate_reference':
      return { 'Reference-Match': refusal.isRepeat ? 'same' : 'different' }
    case 'rate_limited':
    case 'too_many_redeliveries':
      return { 'Retry-After': String(refusal.retryAfterSeconds) }
    case 'pin_locked':
      return { 'Retry-After': String(Math.ceil(refusal.leftMs / 1_000)) }
    case 'limit_reached':
      if (isForGood(refusal)) return {}
      return { 'Retry-After': String(refusal.endsInMs === null ? promptRetrySeconds : wholeSeconds(refusal.endsInMs)) }
    case 'network_unavailable':
      return { 'Retry-After': String(lineRetrySeconds) }
    case 'not_ready':
      return { 'Retry-After': String(storeRetrySeconds) }
    case 'quarantined':
      return { 'Retry-After': String(quarantineRetrySeconds) }
    default:
      return {}
  }
}

/** The links of an error: its rule, its page, and the transaction that has used the reference. */
function linksOf(refusal: HttpRefusal): string {
  const rule = `<${rulebookPath}#${ruleOf(refusal.refused)}>; rel="describedby"`
  const links = `${rule}, <${errorsPath}/${refusal.refused}>; rel="help"`
  if (refusal.refused === 'duplicate_batch') return `<${batchesPath}/${refusal.batchId}>; rel="original", ${links}`
  if (refusal.refused === 'duplicate_link') return `<${linksPath}/${refusal.linkId}>; rel="original", ${links}`
  if (refusal.refused !== 'duplicate_reference') return links
  return `<${pathOfTransaction(refusal.transactionId)}>; rel="original", ${links}`
}

/** The data of an error, if its message is not enough. */
function dataOf(refusal: HttpRefusal): { readonly data?: object } {
  const data = batchProblem(refusal)
  return Object.keys(data).length === 0 ? {} : { data }
}

function pathOfTransaction(id: string): string {
  return `${transactionsPath}/${id}`
}
