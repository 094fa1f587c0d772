import type { Refusal, RefusalDetails, RefusedLine, RiskLimit } from '../../../../core/sente.ts'

/**
 * Errors that only HTTP knows: requests that end before they are understood, readiness, rate limits, what is not
 * configured.
 */
export const transportCodes = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'request_aborted',
  'not_ready',
  'rate_limited',
  'webhooks_off',
] as const

/** The machine-readable name of a transport error. */
type TransportCode = (typeof transportCodes)[number]

type Details = { rate_limited: { readonly retryAfterSeconds: number } }

type TransportRefusal = {
  [Code in TransportCode]: { readonly refused: Code } & (Code extends keyof Details ? Details[Code] : unknown)
}[TransportCode]

/** Every error that the API can answer with. */
export type HttpRefusal = Refusal | TransportRefusal

/** The value of the `Error-Code` header. */
export type ErrorCode = HttpRefusal['refused']

/** The path under which each error has a page. */
export const errorsPath = '/errors'

/** The answer where nothing is served. */
export const notFound: HttpRefusal = { refused: 'not_found' }

/** The HTTP status of a refusal. */
export function statusOf({ refused }: HttpRefusal): number {
  return refusals[refused][0]
}

/** The number of the rule that states a refusal. */
export function ruleOf(code: ErrorCode): string {
  return refusals[code][1]
}

/** The human-readable message of a refusal: the contract's to the letter where it has one. */
export function messageOf(refusal: HttpRefusal): string {
  const message = refusals[refusal.refused][2]
  return typeof message === 'string' ? message : (message as (refusal: HttpRefusal) => string)(refusal)
}

/** A line that is refused, as its merchant sees it. */
export function refusedLineData({ line, reference, refusal }: RefusedLine) {
  return { line, reference, code: refusal.refused, message: messageOf(refusal) }
}

/** Whether the message of an error says more than its code. */
export function isParticular(code: ErrorCode): boolean {
  return typeof refusals[code][2] !== 'string'
}

/** What each risk limit allows so many of. */
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

/** Whether a limit stays reached whatever happens: by a payment that is too large for it by itself. */
export function isForGood({ limit, endsInMs }: RefusalDetails['limit_reached']): boolean {
  return endsInMs === null && limit !== 'prompts_unanswered'
}

/** Milliseconds as the seconds after which they are over. */
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

const unreachable = 'CURL Error: Failed to connect'

/**
 * Status, rule and message of every refusal; a new code does not compile until it has all three. Messages repeat nothing
 * of the request but field names, the currency and configured values.
 */
const refusals: {
  readonly [Code in ErrorCode]: readonly [
    status: number,
    rule: string,
    message: string | ((refusal: Extract<HttpRefusal, { refused: Code }>) => string),
  ]
} = {
  method_not_allowed: [405, '8.19', 'Method Not Allowed'],
  invalid_secret_key: [401, '1.2', 'Invalid API key'],
  key_not_allowed: [
    403,
    '21.1',
    ({ lacks }) =>
      lacks === null
        ? 'This key may not be used from this address'
        : `This key may not be used for this: it lacks ${lacks}`,
  ],
  account_not_found: [404, '1.4', 'User not found'],
  unsupported_media_type: [415, '8.4', 'Body must be application/json in UTF-8, not compressed'],
  body_too_large: [413, '8.6', ({ bytes = 16_384 }) => `Body cannot exceed ${bytes} bytes`],
  malformed_json: [
    400,
    '8.7',
    ({ isAmbiguous }) => (isAmbiguous ? 'Body must not name a field twice' : 'Body must be a JSON object'),
  ],
  missing_fields: [400, '8.8', ({ fields }) => `Missing required fields: ${fields.join(', ')}`],
  malformed_fields: [400, '8.9', ({ problems }) => `Malformed fields: ${problems.join('; ')}`],
  invalid_public_key: [401, '2.8', 'Invalid or unauthorized public key'],
  kyc_incomplete: [403, '8.44', 'Unauthorized. Complete KYC to access this API'],
  api_access_off: [403, '8.45', 'API access is turned off by user'],
  transaction_not_found: [404, '9.3', 'Transaction not found'],
  not_refundable: [400, '24.3', ({ because }) => `Not refundable: ${unrefundable[because]}`],
  currency_not_supported: [400, '2.9', 'Currency not supported'],
  invalid_network: [
    400,
    '2.9',
    ({ currency, networks }) => `Invalid network for ${currency}. Available networks: ${networks.join(', ')}`,
  ],
  invalid_phone_number: [400, '2.10', ({ network }) => `Invalid phone number for ${network}`],
  amount_below_minimum: [400, '3.1', ({ minimum, currency }) => `Amount must be at least ${minimum} for ${currency}`],
  amount_above_maximum: [400, '3.2', ({ maximum, currency }) => `Amount cannot exceed ${maximum} for ${currency}`],
  amount_too_precise: [
    400,
    '3.5',
    ({ decimals, currency }) =>
      `Amount must ${decimals === 0 ? 'be a whole number' : `have at most ${decimals} decimals`} for ${currency}`,
  ],
  currency_not_activated: [403, '8.46', 'Currency not activated'],
  limit_reached: [429, '7.1', limitMessage],
  duplicate_link: [409, '25.2', 'Duplicate payment link reference detected'],
  duplicate_batch: [409, '23.4', 'Duplicate batch reference detected'],
  batch_refused: [
    400,
    '23.2',
    ({ lines }) => `Batch refused: ${lines.length === 1 ? '1 line is' : `${lines.length} lines are`} refused`,
  ],
  pin_not_set: [403, '8.47', 'Please set your PIN in settings first'],
  pin_locked: [401, '6.19', 'Invalid PIN'],
  invalid_pin: [401, '6.1', 'Invalid PIN'],
  duplicate_reference: [409, '4.12', 'Duplicate reference detected'],
  refund_exceeds_collection: [
    400,
    '24.4',
    ({ currency, left }) => `Refund exceeds the collection: ${left} ${currency} of it can be refunded`,
  ],
  insufficient_balance: [400, '4.11', ({ currency }) => `Insufficient balance for ${currency}`],
  network_unavailable: [500, '119.1', unreachable],
  provider_unavailable: [500, '8.3', unreachable],
  outcome_unknown: [500, '8.3', unreachable],
  quarantined: [503, '113.1', 'Payments are paused while the books are checked; repeat the request later'],
  not_found: [404, '8.21', 'Not Found'],
  no_name_look_up: [400, '22.3', ({ network }) => `${network} tells no names here`],
  name_unknown: [503, '22.4', ({ network }) => `${network} did not tell who has this phone number`],
  batch_not_found: [404, '23.10', 'Batch not found'],
  batch_is_over: [409, '23.11', 'Batch opens no more payouts'],
  batch_awaits_approval: [409, '23.37', 'Batch waits for approval with another key'],
  batch_unconfirmed: [409, '23.51', 'Batch is from before the books were restored, and may have been paid'],
  link_not_found: [404, '25.12', 'Payment link not found'],
  link_is_over: [409, '25.9', ({ because }) => `Payment link is over: ${overInWords[because]}`],
  endpoint_not_found: [404, '12.8', 'Webhook endpoint not found'],
  event_not_found: [404, '12.13', 'Event not found'],
  beyond_last_event: [
    409,
    '11.12',
    ({ last }) =>
      `The account’s last event is ${last}. If its books were restored, compare by transactions and begin with after=0`,
  ],
  too_many_endpoints: [409, '12.7', ({ most }) => `An account can have ${most} webhook endpoints`],
  too_many_redeliveries: [
    429,
    '12.46',
    ({ ofEvent, ofAccount }) =>
      `Within 24 hours an event can be delivered again ${ofEvent} times, and all events ${ofAccount} times`,
  ],
  internal_error: [500, '8.36', 'Internal server error'],
  malformed_request: [400, '8.30', 'Malformed HTTP request'],
  request_timeout: [408, '8.32', 'Request not received in time'],
  headers_too_large: [431, '8.31', 'Request headers too large'],
  request_aborted: [400, '8.42', 'Request aborted'],
  not_ready: [503, '8.25', 'Not ready'],
  rate_limited: [429, '13.1', 'Too many requests'],
  webhooks_off: [501, '12.14', 'Webhooks are not configured here'],
}
