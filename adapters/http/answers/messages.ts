import type { ErrorCode, HttpRefusal } from './httpRefusal.ts'

/** The human-readable message of an error: the contract's to the letter where it has one. */
export function messageOf(refusal: HttpRefusal): string {
  const write = messages[refusal.refused] as (refusal: HttpRefusal) => string
  return write(refusal)
}

const unreachable = () => 'CURL Error: Failed to connect'

/** One for every code; nothing of the request is told but field names, the currency and configured values. */
const messages: { readonly [Code in ErrorCode]: (refusal: Extract<HttpRefusal, { refused: Code }>) => string } = {
  method_not_allowed: () => 'Method Not Allowed',
  invalid_secret_key: () => 'Invalid API key',
  account_not_found: () => 'User not found',
  unsupported_media_type: () => 'Body must be application/json in UTF-8, not compressed',
  body_too_large: () => 'Body cannot exceed 16384 bytes',
  malformed_json: () => 'Body must be a JSON object',
  missing_fields: ({ fields }) => `Missing required fields: ${fields.join(', ')}`,
  malformed_fields: ({ problems }) => `Malformed fields: ${problems.join('; ')}`,
  invalid_public_key: () => 'Invalid or unauthorized public key',
  kyc_incomplete: () => 'Unauthorized. Complete KYC to access this API',
  api_access_off: () => 'API access is turned off by user',
  currency_not_supported: () => 'Currency not supported',
  invalid_network: ({ currency, networks }) =>
    `Invalid network for ${currency}. Available networks: ${networks.join(', ')}`,
  invalid_phone_number: ({ network }) => `Invalid phone number for ${network}`,
  amount_below_minimum: ({ minimum, currency }) => `Amount must be at least ${minimum} for ${currency}`,
  amount_above_maximum: ({ maximum, currency }) => `Amount cannot exceed ${maximum} for ${currency}`,
  amount_too_precise: ({ decimals, currency }) =>
    `Amount must ${decimals === 0 ? 'be a whole number' : `have at most ${decimals} decimals`} for ${currency}`,
  currency_not_activated: () => 'Currency not activated',
  pin_not_set: () => 'Please set your PIN in settings first',
  invalid_pin: () => 'Invalid PIN',
  duplicate_reference: () => 'Duplicate reference detected',
  insufficient_balance: ({ currency }) => `Insufficient balance for ${currency}`,
  provider_unavailable: unreachable,
  outcome_unknown: unreachable,
  quarantined: () => 'Payments are paused while the books are checked; repeat the request later',
  not_found: () => 'Not Found',
  transaction_not_found: () => 'Transaction not found',
  internal_error: () => 'Internal server error',
  malformed_request: () => 'Malformed HTTP request',
  request_timeout: () => 'Request not received in time',
  headers_too_large: () => 'Request headers too large',
  request_aborted: () => 'Request aborted',
  not_ready: () => 'Not ready',
  rate_limited: () => 'Too many requests',
}
