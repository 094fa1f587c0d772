import type { Failure } from '../../payments/declines.ts'
import type { Kind, Payment } from '../../payments/payments.ts'
import { behaviourOf } from '../../payments/testNumbers.ts'
import type { Verdict } from './reply.ts'

/** A payment in Airtel's reports; on success it has a receipt number. */
type AirtelTransaction = { readonly id: string; readonly status: string; readonly airtel_money_id?: string }

/** A payment's status: TI initiated, TIP in progress, TS success, TF failed, TE expired, TR reversed. */
export function airtelTransaction(payment: Payment): AirtelTransaction {
  const { kind, providerId, receipt, status, reason } = payment
  if (status === 'pending') return { id: providerId, status: openStatusOf(payment) }
  if (status === 'failed') return { id: providerId, status: reason === 'EXPIRED' ? 'TE' : 'TF' }
  return {
    airtel_money_id: kind === 'payout' ? `disburs-${receipt}-${providerId}` : receipt,
    id: providerId,
    status: status === 'reversed' ? 'TR' : 'TS',
  }
}

/** The status of an open payment. The test number for a reversal also rehearses the rare status TI. */
function openStatusOf({ kind, phoneNumber }: Payment): 'TI' | 'TIP' {
  return behaviourOf(kind, phoneNumber).payment === 'isReversed' ? 'TI' : 'TIP'
}

/** The message about a payment. */
export function airtelMessage({ kind, status, currency, amount, phoneNumber, receipt }: Payment): string {
  if (status === 'pending') return 'The transaction is being processed.'
  if (status === 'reversed') return 'The transaction was reversed.'
  if (status === 'failed') return 'The transaction was not made.'
  return `${currency} ${amount} ${kind === 'payout' ? 'sent to' : 'paid by'} ${phoneNumber.slice(-9)}. TID ${receipt}.`
}

/** The answer to an enquiry about a payment. */
export function enquired(payment: Payment): Verdict {
  const message = airtelMessage(payment)
  return { ...verdictOf(payment), data: { transaction: { ...airtelTransaction(payment), message } } }
}

/** The answer to the submission of a collection: the customer has been asked, and has not paid yet. */
export function pushed({ providerId }: Payment): Verdict {
  const data = { transaction: { id: providerId, status: 'Success.' } }
  return { http: 200, success: true, responseCode: 'DP00800001006', resultCode: succeeded, message: 'Success.', data }
}

/** The answer to the submission of a payout: normally its outcome. */
export function disbursed(payment: Payment): Verdict {
  const reference = payment.status === 'successful' ? { reference_id: payment.receipt } : {}
  return { ...verdictOf(payment), data: { transaction: { ...reference, ...airtelTransaction(payment) } } }
}

function verdictOf(payment: Payment): Omit<Verdict, 'data'> {
  const { reason } = payment
  const isFailed = payment.status === 'failed'
  return {
    http: 200,
    success: !isFailed,
    responseCode: responseCodeOf(payment),
    resultCode: isFailed && reason !== general ? failed : succeeded,
    message: airtelMessage(payment),
  }
}

function responseCodeOf({ kind, status, reason }: Payment): string {
  if (status === 'pending') return kind === 'payout' ? 'DP00900001006' : 'DP00800001006'
  if (status === 'successful' || status === 'reversed') return kind === 'payout' ? 'DP00900001001' : 'DP00800001001'
  return failures[kind][reason ?? 'INTERNAL_PROCESSING_ERROR']
}

const succeeded = 'ESB000010'
const failed = 'ESB000011'

/** Live answers about a barred payer, or an amount out of range, have only general codes with TF. */
const general: Failure = 'SENDER_ACCOUNT_NOT_ACTIVE'

const failures: Readonly<Record<Kind, Readonly<Record<Failure, string>>>> = {
  collection: {
    INTERNAL_PROCESSING_ERROR: 'DP00800001009',
    APPROVAL_REJECTED: 'DP00800001002',
    EXPIRED: 'DP00800001029',
    COULD_NOT_PERFORM_TRANSACTION: 'DP00800001005',
    SENDER_ACCOUNT_NOT_ACTIVE: 'DP00800001000',
  },
  payout: {
    INTERNAL_PROCESSING_ERROR: 'DP00900001005',
    APPROVAL_REJECTED: 'DP00900001013',
    EXPIRED: 'DP00900001005',
    COULD_NOT_PERFORM_TRANSACTION: 'DP00900001005',
    SENDER_ACCOUNT_NOT_ACTIVE: 'DP00900001000',
  },
}
