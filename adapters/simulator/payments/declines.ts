/**
 * The reason why a network refuses a submission, in the words of MTN's table of test numbers. Each network has its own
 * codes.
 */
export type Refusal =
  | 'PAYER_NOT_FOUND'
  | 'PAYEE_NOT_FOUND'
  | 'PAYEE_NOT_ALLOWED_TO_RECEIVE'
  | 'NOT_ENOUGH_FUNDS'
  | 'PAYER_LIMIT_REACHED'
  | 'NOT_ALLOWED'
  | 'NOT_ALLOWED_TARGET_ENVIRONMENT'
  | 'INVALID_CALLBACK_URL_HOST'
  | 'INVALID_CURRENCY'
  | 'INTERNAL_PROCESSING_ERROR'
  | 'SERVICE_UNAVAILABLE'

/** The reason why an accepted payment fails, in the same words. */
export type Failure =
  | 'INTERNAL_PROCESSING_ERROR'
  | 'APPROVAL_REJECTED'
  | 'EXPIRED'
  | 'COULD_NOT_PERFORM_TRANSACTION'
  | 'SENDER_ACCOUNT_NOT_ACTIVE'
