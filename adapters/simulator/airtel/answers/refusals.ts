import type { Refusal } from '../../payments/declines.ts'
import type { Kind } from '../../payments/payments.ts'
import { outOfService, type Reply, refusal, routed } from './reply.ts'

type ByKind = Readonly<Record<Kind, Reply>>

/** The id was used before. The HTTP status is known only for payouts. */
export const duplicate: ByKind = {
  collection: refusal('The external transaction id already exists.', { resultCode: 'ESB000041' }),
  payout: refusal('Duplicate exttRID', { responseCode: 'DP00900001011', resultCode: '521050' }),
}

/** The id is unknown. Both codes are published, the HTTP status of neither. */
export const unknown: ByKind = {
  collection: refusal('Transaction not found.', { responseCode: 'DP00800001025', resultCode: 'ESB000045' }),
  payout: refusal('Transaction not found.', { responseCode: 'DP00900001015', resultCode: 'ESB000045' }),
}

/** The signature is missing or does not match the body. */
export const unsigned: ByKind = {
  collection: refusal('The signature does not match.', { responseCode: 'DP00800001026' }),
  payout: refusal('The signature does not match.', { responseCode: 'DP00900001016' }),
}

/** An enquiry in the second version must name the kind of the payment. */
export const untyped: Reply = refusal('The transaction type is missing or invalid.', { responseCode: 'DP00900001013' })

/**
 * The refusal of a submission, for each reason that has a test number. The codes are from Airtel's lists. The HTTP
 * status of a router's refusal is known only for ROUTER110: 400.
 */
export const refused: Readonly<Record<Refusal, ByKind>> = {
  PAYER_NOT_FOUND: {
    collection: refusal('Msisdn Not Found', { responseCode: 'DP00800001005', http: 400 }),
    payout: refusal('The initiatee is invalid.', { responseCode: 'DP00900001009' }),
  },
  PAYEE_NOT_FOUND: {
    collection: refusal('The payment to this payee is not permitted.', { responseCode: 'DP00800001010' }),
    payout: refusal('The mobile number is incorrect.', { responseCode: 'DP00900001012', resultCode: '521050' }),
  },
  PAYEE_NOT_ALLOWED_TO_RECEIVE: {
    collection: refusal('The payment to this payee is not permitted.', { responseCode: 'DP00800001010' }),
    payout: refusal('The user is not allowed to do this.', { responseCode: 'DP00900001010' }),
  },
  NOT_ENOUGH_FUNDS: {
    collection: refusal('The payer has too little money.', { responseCode: 'DP00800001007' }),
    payout: refusal('The wallet has too little money.', { responseCode: 'DP00900001007' }),
  },
  PAYER_LIMIT_REACHED: {
    collection: refusal('The payer has reached a limit.', { responseCode: 'DP00800001003' }),
    payout: refusal('The wallet has reached its daily limit.', { responseCode: 'DP00900001003' }),
  },
  NOT_ALLOWED: {
    collection: refusal('The payment was refused.', { responseCode: 'DP00800001008' }),
    payout: refusal('The user is not allowed to do this.', { responseCode: 'DP00900001010' }),
  },
  NOT_ALLOWED_TARGET_ENVIRONMENT: ofBoth(routed('ROUTER007', 'The application is not authorised for the country.')),
  // Airtel's requests contain no callback URL. The nearest equivalent is a wallet that is not configured.
  INVALID_CALLBACK_URL_HOST: ofBoth(routed('ROUTER001', 'The wallet is not configured.')),
  INVALID_CURRENCY: ofBoth(routed('ROUTER112', 'The currency is invalid.')),
  INTERNAL_PROCESSING_ERROR: {
    collection: refusal('Something went wrong.', ambiguous('DP00800001000')),
    payout: refusal('Something went wrong.', ambiguous('DP00900001000')),
  },
  SERVICE_UNAVAILABLE: ofBoth(outOfService),
}

function ofBoth(reply: Reply): ByKind {
  return { collection: reply, payout: reply }
}

function ambiguous(responseCode: string) {
  return { responseCode, resultCode: 'ESB000001', http: 500 }
}
