/**
 * Every error of the HTTP API: its status, and its message as it reads for UGX and MTN. Those of the contract stand
 * here to the letter; nothing of this is read from the product.
 */
export const answers = {
  method_not_allowed: [405, 'Method Not Allowed'],
  invalid_secret_key: [401, 'Invalid API key'],
  account_not_found: [404, 'User not found'],
  unsupported_media_type: [415, 'Body must be application/json in UTF-8, not compressed'],
  body_too_large: [413, 'Body cannot exceed 16384 bytes'],
  malformed_json: [400, 'Body must be a JSON object'],
  missing_fields: [400, 'Missing required fields: network'],
  malformed_fields: [400, 'Malformed fields: amount must be a number'],
  invalid_public_key: [401, 'Invalid or unauthorized public key'],
  kyc_incomplete: [403, 'Unauthorized. Complete KYC to access this API'],
  api_access_off: [403, 'API access is turned off by user'],
  currency_not_supported: [400, 'Currency not supported'],
  invalid_network: [400, 'Invalid network for UGX. Available networks: AIRTEL, MTN'],
  invalid_phone_number: [400, 'Invalid phone number for MTN'],
  amount_below_minimum: [400, 'Amount must be at least 500 for UGX'],
  amount_above_maximum: [400, 'Amount cannot exceed 5000000 for UGX'],
  amount_too_precise: [400, 'Amount must be a whole number for UGX'],
  currency_not_activated: [403, 'Currency not activated'],
  limit_reached: [429, 'Limit reached: at most 3 unanswered prompts to a phone number. It ends when one of them ends'],
  pin_not_set: [403, 'Please set your PIN in settings first'],
  pin_locked: [401, 'Invalid PIN'],
  invalid_pin: [401, 'Invalid PIN'],
  duplicate_reference: [409, 'Duplicate reference detected'],
  insufficient_balance: [400, 'Insufficient balance for UGX'],
  provider_unavailable: [500, 'CURL Error: Failed to connect'],
  outcome_unknown: [500, 'CURL Error: Failed to connect'],
  quarantined: [503, 'Payments are paused while the books are checked; repeat the request later'],
  not_found: [404, 'Not Found'],
  transaction_not_found: [404, 'Transaction not found'],
  endpoint_not_found: [404, 'Webhook endpoint not found'],
  event_not_found: [404, 'Event not found'],
  beyond_last_event: [
    409,
    'The account’s last event is 1. If its books were restored, compare by transactions and begin with after=0',
  ],
  too_many_endpoints: [409, 'An account can have 5 webhook endpoints'],
  too_many_redeliveries: [429, 'Within 24 hours an event can be delivered again 5 times, and all events 500 times'],
  internal_error: [500, 'Internal server error'],
  malformed_request: [400, 'Malformed HTTP request'],
  request_timeout: [408, 'Request not received in time'],
  headers_too_large: [431, 'Request headers too large'],
  request_aborted: [400, 'Request aborted'],
  not_ready: [503, 'Not ready'],
  rate_limited: [429, 'Too many requests'],
  webhooks_off: [501, 'Webhooks are not configured here'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** The machine-readable name of an error. */
export type Code = keyof typeof answers
