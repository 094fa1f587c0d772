import type { KeyScope } from './keyScopes.ts'
import type { RiskLimit } from './riskLimits.ts'
import { type Kind, paysOut } from './transaction.ts'

/**
 * Every refusal of a merchant's request, in the order of the rules: the first one that applies is the answer. The codes
 * after `outcome_unknown` are outside the order.
 */
export const refusalCodes = [
  'method_not_allowed',
  'invalid_secret_key',
  'key_not_allowed',
  'account_not_found',
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'missing_fields',
  'malformed_fields',
  'invalid_public_key',
  'kyc_incomplete',
  'api_access_off',
  'duplicate_reference',
  'duplicate_link',
  'duplicate_batch',
  'transaction_not_found',
  'not_refundable',
  'currency_not_supported',
  'invalid_network',
  'invalid_phone_number',
  'amount_below_minimum',
  'amount_above_maximum',
  'amount_too_precise',
  'currency_not_activated',
  'limit_reached',
  'batch_refused',
  'repeats_unconfirmed',
  'pin_not_set',
  'pin_locked',
  'invalid_pin',
  'refund_exceeds_collection',
  'insufficient_balance',
  'network_unavailable',
  'provider_unavailable',
  'outcome_unknown',
  'quarantined',
  'not_found',
  'no_name_look_up',
  'name_unknown',
  'batch_not_found',
  'batch_is_over',
  'batch_awaits_approval',
  'batch_unconfirmed',
  'link_not_found',
  'link_is_over',
  'endpoint_not_found',
  'event_not_found',
  'beyond_last_event',
  'too_many_endpoints',
  'too_many_redeliveries',
  'internal_error',
] as const

/** The refusals of batches of payouts and of payment links alone. */
const ofOthers: readonly string[] = ['duplicate_link', 'duplicate_batch', 'batch_refused', 'repeats_unconfirmed']

/** The refusals of operations that pay out. */
const ofPayouts: readonly string[] = ['pin_not_set', 'pin_locked', 'invalid_pin', 'insufficient_balance']

/** The refusals of refunds alone. */
const ofRefunds: readonly string[] = ['transaction_not_found', 'not_refundable', 'refund_exceeds_collection']

/**
 * The possible refusals of a request for a payment, in the order of the rules: a payment that was opened has broken
 * none.
 */
export function rulesPassed(kind: Kind): readonly RefusalCode[] {
  const rules = refusalCodes.slice(
    refusalCodes.indexOf('invalid_public_key'),
    refusalCodes.indexOf('network_unavailable') + 1,
  )
  const applies = (code: string) =>
    !ofOthers.includes(code) &&
    (paysOut({ kind }) || !ofPayouts.includes(code)) &&
    (kind === 'refund' || !ofRefunds.includes(code))
  return ['quarantined', ...rules].filter(applies) as RefusalCode[]
}

/** The machine-readable name of a refusal. */
export type RefusalCode = (typeof refusalCodes)[number]

/** Why a body is refused as JSON: it is no object, names a field twice, or has a number that would be rounded. */
export type JsonProblem = 'noObject' | 'fieldTwice' | 'inexactNumber'

/** The details of a refusal beyond its code, by the code. Amounts are in major units, as in the contract. */
export type RefusalDetails = {
  method_not_allowed: { allowed: readonly string[] }
  /** `lacks`: the scope that the key lacks; null if it may not be used from the address. */
  key_not_allowed: { lacks: KeyScope | null; accountId: string; keyId: string }
  /** `bytes`: the limit, if it is not the usual one. */
  body_too_large: { bytes?: number }
  /** No JSON object by default. */
  malformed_json: { problem?: JsonProblem }
  missing_fields: { fields: readonly string[] }
  malformed_fields: { problems: readonly string[] }
  /**
   * `needs_attention`: its network contradicts it, and the operator must check it. `taken_back`: the network has taken
   * it back. `number_erased`: the operator has erased the phone number that paid.
   */
  not_refundable: { because: 'no_collection' | 'not_succeeded' | 'needs_attention' | 'taken_back' | 'number_erased' }
  invalid_network: { currency: string; networks: readonly string[] }
  invalid_phone_number: { network: string }
  amount_below_minimum: { currency: string; minimum: number }
  amount_above_maximum: { currency: string; maximum: number }
  amount_too_precise: { currency: string; decimals: number }
  /** The time in which no PIN is compared. */
  pin_locked: { leftMs: number }
  /**
   * `currency`: the currency of an account's limit. `endsInMs`: the latest number of milliseconds until the limit is no
   * longer reached; null if that is not known, or if no time ends it.
   */
  limit_reached: { limit: RiskLimit; most: number; currency?: string; endsInMs: number | null }
  /** `isRepeat`: whether that transaction is the very payment of this request. */
  duplicate_reference: { transactionId: string; isRepeat: boolean }
  /** `isRepeat`: whether that link is the very link of this request. */
  duplicate_link: { linkId: string; isRepeat: boolean }
  /** `used_up`: all of its payments were begun. */
  link_is_over: { because: 'used_up' | 'expired' | 'ended' }
  /** `isRepeat`: whether that batch has the very lines of this request. */
  duplicate_batch: { batchId: string; isRepeat: boolean }
  /** Its refused lines, each with the first rule that it breaks. */
  batch_refused: { lines: readonly RefusedLine[] }
  /** Its lines that repeat a payment. */
  repeats_unconfirmed: { repeats: readonly Repeat[] }
  /** `left`: the part of the collection that was not refunded. */
  refund_exceeds_collection: { currency: string; left: number }
  insufficient_balance: { currency: string }
  network_unavailable: { network: string }
  no_name_look_up: { network: string }
  name_unknown: { network: string }
  provider_unavailable: { transactionId: string }
  outcome_unknown: { transactionId: string }
  /** `last`: the sequence of the account's last event. */
  beyond_last_event: { last: number }
  too_many_endpoints: { most: number }
  /** The most redeliveries of an event, and of all events of an account, within 24 hours. */
  too_many_redeliveries: { ofEvent: number; ofAccount: number; retryAfterSeconds: number }
}

/** A refused line of a batch, with its number in its file, or its place among the lines, from 1. */
export type RefusedLine = { readonly line: number; readonly reference: string; readonly refusal: Refusal }

/**
 * The earlier payment that a line repeats: a line of its batch, a payout, or a line of another batch that is still to be
 * paid.
 */
export type Repeated =
  | { readonly line: number }
  | { readonly payout: string; readonly reference: string; readonly createdAtMs: number }
  | { readonly batch: string; readonly batchReference: string; readonly line: number }

/** A line that would pay the same amount to the same phone number again. */
export type Repeat = { readonly line: number; readonly reference: string; readonly of: Repeated }

/** A refused request: a value, never an exception. */
export type Refusal = {
  [Code in RefusalCode]: { readonly refused: Code } & (Code extends keyof RefusalDetails
    ? Readonly<RefusalDetails[Code]>
    : unknown)
}[RefusalCode]

/** Refuses a request with a wrong form, and names the required form of each field. */
export function malformedFields(problems: readonly string[]): Refusal {
  return { refused: 'malformed_fields', problems }
}

/** Whether an answer is a refusal. */
export function isRefusal<T extends object>(answer: T): answer is Extract<T, { refused: string }> {
  return 'refused' in answer
}
