import type { Refusal } from '../../../../core/sente.ts'
import * as formats from '../../../formats/refusals.ts'

/** Errors of HTTP alone: unfinished requests, readiness, rate limits, parts that are not configured. */
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

/** Every error of the API. */
export type HttpRefusal = Refusal | TransportRefusal

/** The value of the `Error-Code` header. */
export type ErrorCode = HttpRefusal['refused']

/** The path under which each error has a page. */
export const errorsPath = '/errors'

/** The answer under a path without an endpoint. */
export const notFound: HttpRefusal = { refused: 'not_found' }

/** The answer while the store is away, or does not answer in time. Nothing was done. */
export const notReady: HttpRefusal = { refused: 'not_ready' }

/** The HTTP status of a refusal. */
export function statusOf({ refused }: HttpRefusal): number {
  return known[refused][0]
}

/** The number of the rule that states a refusal. */
export function ruleOf(code: ErrorCode): string {
  return known[code][1]
}

/** The human-readable message of a refusal. */
export function messageOf(refusal: HttpRefusal): string {
  return isOfTransport(refusal) ? ofTransport[refusal.refused] : formats.messageOf(refusal)
}

/** Whether the message of an error says more than its code. */
export function isParticular(refusal: HttpRefusal): boolean {
  return !isOfTransport(refusal) && formats.isParticular(refusal.refused)
}

function isOfTransport(refusal: HttpRefusal): refusal is TransportRefusal {
  return refusal.refused in ofTransport
}

/** The message of every error that only HTTP knows. */
const ofTransport: Readonly<Record<TransportCode, string>> = {
  malformed_request: 'Malformed HTTP request',
  request_timeout: 'Request not received in time',
  headers_too_large: 'Request headers too large',
  request_aborted: 'Request aborted',
  not_ready: 'Not ready',
  rate_limited: 'Too many requests',
  webhooks_off: 'Webhooks are not configured here',
}

/** Status and rule of every error; a new code does not compile until it has both. */
const known: Readonly<Record<ErrorCode, readonly [status: number, rule: string]>> = {
  method_not_allowed: [405, '8.19'],
  invalid_secret_key: [401, '1.2'],
  key_not_allowed: [403, '21.1'],
  account_not_found: [404, '1.4'],
  unsupported_media_type: [415, '8.4'],
  body_too_large: [413, '8.6'],
  malformed_json: [400, '8.7'],
  missing_fields: [400, '8.8'],
  malformed_fields: [400, '8.9'],
  invalid_public_key: [401, '2.8'],
  kyc_incomplete: [403, '8.44'],
  api_access_off: [403, '8.45'],
  transaction_not_found: [404, '9.3'],
  not_refundable: [400, '24.3'],
  currency_not_supported: [400, '2.9'],
  invalid_network: [400, '2.9'],
  invalid_phone_number: [400, '2.10'],
  amount_below_minimum: [400, '3.1'],
  amount_above_maximum: [400, '3.2'],
  amount_too_precise: [400, '3.5'],
  currency_not_activated: [403, '8.46'],
  limit_reached: [429, '7.1'],
  duplicate_link: [409, '25.2'],
  duplicate_batch: [409, '23.4'],
  batch_refused: [400, '23.2'],
  repeats_unconfirmed: [409, '23.66'],
  pin_not_set: [403, '8.47'],
  pin_locked: [401, '6.19'],
  invalid_pin: [401, '6.1'],
  duplicate_reference: [409, '4.12'],
  refund_exceeds_collection: [400, '24.4'],
  insufficient_balance: [400, '4.11'],
  network_unavailable: [500, '119.1'],
  provider_unavailable: [500, '8.3'],
  outcome_unknown: [500, '8.3'],
  quarantined: [503, '113.1'],
  not_found: [404, '8.21'],
  no_name_look_up: [400, '22.3'],
  name_unknown: [503, '22.4'],
  batch_not_found: [404, '23.10'],
  batch_is_over: [409, '23.11'],
  batch_awaits_approval: [409, '23.37'],
  batch_unconfirmed: [409, '23.51'],
  link_not_found: [404, '25.12'],
  link_is_over: [409, '25.9'],
  endpoint_not_found: [404, '12.8'],
  event_not_found: [404, '12.13'],
  beyond_last_event: [409, '11.12'],
  too_many_endpoints: [409, '12.7'],
  too_many_redeliveries: [429, '12.46'],
  internal_error: [500, '8.36'],
  malformed_request: [400, '8.30'],
  request_timeout: [408, '8.32'],
  headers_too_large: [431, '8.31'],
  request_aborted: [400, '8.42'],
  not_ready: [503, '8.25'],
  rate_limited: [429, '13.1'],
  webhooks_off: [501, '12.14'],
}
