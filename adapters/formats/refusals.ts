import type {
  JsonProblem,
  Refusal,
  RefusalCode,
  RefusalDetails,
  RefusedLine,
  Repeat,
  RiskLimit,
} from '../../core/sente.ts'
import { utc } from './moment.ts'

/** The human-readable message of a refusal: the contract's, to the letter, if it has one. */
export function messageOf(refusal: Refusal): string {
  const message = messages[refusal.refused]
  return typeof message === 'string' ? message : (message as (refusal: Refusal) => string)(refusal)
}

/** A refused line as its merchant sees it. */
export function refusedLineData({ line, reference, refusal }: RefusedLine) {
  return { line, reference, code: refusal.refused, message: messageOf(refusal) }
}

/** A warning about a line that repeats a payment, as its merchant sees it. */
export function repeatData({ line, reference, of }: Repeat) {
  const found = 'payout' in of ? of : undefined
  const place = found
    ? `payout ${found.reference} of ${utc(found.createdAtMs)}`
    : `line ${'line' in of ? of.line : ''}${'batch' in of ? ` of batch ${of.batchReference}, which is still to be paid` : ''}`
  const message = `Line ${line} pays the same amount to the same phone number as ${place}`
  return { line, reference, code: 'repeated_payment', message, transaction_id: found?.payout ?? null }
}

/** A warning about a column that is not read. */
export function unreadColumnData(heading: string) {
  const message = `The column “${heading.slice(0, 40)}” is not read`
  return { line: null, reference: null, code: 'column_not_read', message, transaction_id: null }
}

/** Whether the message of a refusal says more than its code. */
export function isParticular(code: RefusalCode): boolean {
  return typeof messages[code] !== 'string'
}

/** Each risk limit and its number in words. */
const limited: Readonly<Record<RiskLimit, (most: number, currency?: string) => string>> = {
  prompts_an_hour: (most) => `${most} prompts to a phone number in an hour`,
  prompts_unanswered: (most) => `${most} unanswered prompts to a phone number`,
  names_an_hour: (most) => `${most} names of recipients in an hour`,
  payout_amount: (most, currency) => `${most} ${currency} in one payout`,
  payouts_a_day: (most, currency) => `${most} payouts in ${currency} a day`,
  payout_amount_a_day: (most, currency) => `${most} ${currency} in payouts a day`,
  collections_a_day: (most, currency) => `${most} collections in ${currency} a day`,
}

function limitMessage(refusal: RefusalDetails['limit_reached']): string {
  const { limit, most, currency, endsInMs } = refusal
  const unknown = isForGood(refusal) ? 'only when the operator raises it' : 'when one of them ends'
  const end = endsInMs === null ? unknown : `in ${wholeSeconds(endsInMs)} seconds`
  return `Limit reached: at most ${limited[limit](most, currency)}. It ends ${end}`
}

/** Whether a limit never ends by itself: the payment alone is too large for it. */
export function isForGood({ limit, endsInMs }: RefusalDetails['limit_reached']): boolean {
  return endsInMs === null && limit !== 'prompts_unanswered'
}

/** Milliseconds in whole seconds, rounded up. */
export function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1_000)
}

/** Why a transaction can't be refunded. */
const unrefundable: Readonly<Record<RefusalDetails['not_refundable']['because'], string>> = {
  no_collection: 'it is no collection',
  not_succeeded: 'the collection has not succeeded',
  needs_attention: 'its network has contradicted the collection, and the operator has to look at it first',
  taken_back: 'the network has given the collection back to its customer',
  number_erased: 'the phone number of the collection was erased',
}

/** Why a payment link is over. */
const overInWords: Readonly<Record<RefusalDetails['link_is_over']['because'], string>> = {
  used_up: 'as many payments were begun as it is for',
  expired: 'it has expired',
  ended: 'its merchant has ended it',
}

const jsonProblems: Readonly<Record<JsonProblem, string>> = {
  noObject: 'Body must be a JSON object',
  fieldTwice: 'Body must not name a field twice',
  inexactNumber: 'Body must have no number of more digits than a double holds',
}

const unreachable = 'CURL Error: Failed to connect'

/**
 * The message of every refusal; a new code does not compile until it has one. Messages repeat nothing of the request but
 * field names, amounts that are not understood, the currency and configured values.
 */
const messages: {
  readonly [Code in RefusalCode]: string | ((refusal: Extract<Refusal, { refused: Code }>) => string)
} = {
  method_not_allowed: 'Method Not Allowed',
  invalid_secret_key: 'Invalid API key',
  key_not_allowed: ({ lacks }) =>
    lacks === null
      ? 'This key may not be used from this address'
      : `This key may not be used for this: it lacks ${lacks}`,
  account_not_found: 'User not found',
  unsupported_media_type: 'Body must be application/json in UTF-8, not compressed',
  body_too_large: ({ bytes = 16_384 }) => `Body cannot exceed ${bytes} bytes`,
  malformed_json: ({ problem = 'noObject' }) => jsonProblems[problem],
  missing_fields: ({ fields }) => `Missing required fields: ${fields.join(', ')}`,
  malformed_fields: ({ problems }) => `Malformed fields: ${problems.join('; ')}`,
  invalid_public_key: 'Invalid or unauthorized public key',
  kyc_incomplete: 'Unauthorized. Complete KYC to access this API',
  api_access_off: 'API access is turned off by user',
  transaction_not_found: 'Transaction not found',
  not_refundable: ({ because }) => `Not refundable: ${unrefundable[because]}`,
  currency_not_supported: 'Currency not supported',
  invalid_network: ({ currency, networks }) =>
    `Invalid network for ${currency}. Available networks: ${networks.join(', ')}`,
  invalid_phone_number: ({ network }) => `Invalid phone number for ${network}`,
  amount_below_minimum: ({ minimum, currency }) => `Amount must be at least ${minimum} for ${currency}`,
  amount_above_maximum: ({ maximum, currency }) => `Amount cannot exceed ${maximum} for ${currency}`,
  amount_too_precise: ({ decimals, currency }) =>
    `Amount must ${decimals === 0 ? 'be a whole number' : `have at most ${decimals} decimals`} for ${currency}`,
  currency_not_activated: 'Currency not activated',
  limit_reached: limitMessage,
  duplicate_link: 'Duplicate payment link reference detected',
  duplicate_batch: 'Duplicate batch reference detected',
  batch_refused: ({ lines }) =>
    `Batch refused: ${lines.length === 1 ? '1 line is' : `${lines.length} lines are`} refused`,
  repeats_unconfirmed: ({ repeats }) =>
    `Batch repeats payments: ${repeats.length === 1 ? '1 line pays' : `${repeats.length} lines pay`} the same amount to the same phone number again`,
  pin_not_set: 'Please set your PIN in settings first',
  pin_locked: 'Invalid PIN',
  invalid_pin: 'Invalid PIN',
  duplicate_reference: 'Duplicate reference detected',
  refund_exceeds_collection: ({ currency, left }) =>
    `Refund exceeds the collection: ${left} ${currency} of it can be refunded`,
  insufficient_balance: ({ currency }) => `Insufficient balance for ${currency}`,
  network_unavailable: unreachable,
  provider_unavailable: unreachable,
  outcome_unknown: unreachable,
  quarantined: 'Payments are paused while the books are checked; repeat the request later',
  not_found: 'Not Found',
  no_name_look_up: ({ network }) => `${network} returns no names here`,
  name_unknown: ({ network }) => `${network} did not return a name for this phone number`,
  batch_not_found: 'Batch not found',
  batch_is_over: 'Batch opens no more payouts',
  batch_awaits_approval: 'Batch waits for approval with another key',
  batch_unconfirmed: 'Batch is from before the books were restored, and may have been paid',
  link_not_found: 'Payment link not found',
  link_is_over: ({ because }) => `Payment link is over: ${overInWords[because]}`,
  endpoint_not_found: 'Webhook endpoint not found',
  event_not_found: 'Event not found',
  beyond_last_event: ({ last }) =>
    `The account’s last event is ${last}. If its books were restored, compare by transactions and begin with after=0`,
  too_many_endpoints: ({ most }) => `An account can have ${most} webhook endpoints`,
  too_many_redeliveries: ({ ofEvent, ofAccount }) =>
    `Within 24 hours an event can be delivered again ${ofEvent} times, and all events ${ofAccount} times`,
  internal_error: 'Internal server error',
}
