import type { Reason, Way } from '../../../core/sente.ts'

/** The reason for one of MTN's codes, by the direction of the money. An unlisted code is `refused_by_network`. */
export function reasonOf(code: string, way: Way): Reason {
  const reason = isMtnCode(code) ? reasons[code] : 'refused_by_network'
  return typeof reason === 'string' ? reason : reason[way]
}

/** The reason for this word of an earlier answer to the submission; undefined for none, and for an unlisted one. */
export function reasonFor(word: string | null, way: Way): Reason | undefined {
  return word !== null && isMtnCode(word) ? reasonOf(word, way) : undefined
}

/** Whether it is one of MTN's documented codes. */
function isMtnCode(code: string): code is MtnCode {
  return Object.hasOwn(reasons, code)
}

type MtnCode = keyof typeof reasons

/**
 * The 17 codes of `ErrorReason` in MTN's OpenAPI document of the Collection product (retrieved in September 2026), the
 * one that MTN's page of common errors adds for a payment that was not approved in time, and five undocumented ones
 * that occur. Some have two meanings (docs/merchants/reasons.md).
 */
const reasons = {
  PAYER_NOT_FOUND: 'phone_number_not_found',
  PAYEE_NOT_FOUND: 'phone_number_not_found',
  NOT_ENOUGH_FUNDS: { collection: 'customer_balance_too_low', payout: 'network_float_too_low' },
  PAYER_LIMIT_REACHED: 'limit_reached',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'recipient_not_allowed',
  PAYMENT_NOT_APPROVED: 'customer_rejected',
  APPROVAL_REJECTED: 'customer_rejected',
  EXPIRED: 'customer_did_not_approve',
  COULD_NOT_PERFORM_TRANSACTION: 'customer_did_not_approve',
  TRANSACTION_CANCELED: 'cancelled',
  NOT_ALLOWED: 'gateway_misconfigured',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'gateway_misconfigured',
  INVALID_CALLBACK_URL_HOST: 'gateway_misconfigured',
  INVALID_CURRENCY: 'gateway_misconfigured',
  RESOURCE_NOT_FOUND: 'gateway_misconfigured',
  RESOURCE_ALREADY_EXIST: 'refused_by_network',
  SERVICE_UNAVAILABLE: 'network_failure',
  INTERNAL_PROCESSING_ERROR: 'network_failure',
  // The sender of a payout is the gateway itself.
  SENDER_ACCOUNT_NOT_ACTIVE: { collection: 'phone_number_not_found', payout: 'gateway_misconfigured' },
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: {
    collection: 'customer_balance_too_low',
    payout: 'network_float_too_low',
  },
  PAYEE_LIMIT_REACHED: 'limit_reached',
  // MTN has this payment and reports that it failed: its 404 for an unknown id has another code.
  TRANSACTION_NOT_FOUND: 'network_failure',
  VALIDATION_ERROR: 'gateway_misconfigured',
} as const satisfies Record<string, Reason | Record<Way, Reason>>
