import { type Annotation, networkReasonOf, type Refunds, type Transaction, toMajor } from '../../core/sente.ts'
import { utc } from './moment.ts'

/** A transaction as its merchant sees it. One that is still being submitted shows as pending. */
export function transactionData(transaction: Transaction) {
  const { id, reference, kind, amountMinor, currency, network, phoneNumber, state, reason } = transaction
  const { networkReceipt, description, metadata, customerMessage, customerMessageAsSent } = transaction
  return {
    transaction_id: id,
    reference,
    kind,
    ...refundOf(transaction),
    ...linkOf(transaction),
    amount: toMajor(amountMinor, currency),
    ...feeData(transaction),
    currency,
    network,
    phone_number: phoneNumber,
    state: state === 'submitting' ? 'pending' : state,
    reason,
    network_reason: networkReasonOf(transaction),
    network_receipt: networkReceipt,
    created_at: utc(transaction.createdAtMs),
    updated_at: utc(transaction.updatedAtMs),
    description,
    metadata,
    customer_message: customerMessage,
    customer_message_as_sent: customerMessageAsSent,
  }
}

/** A transaction with its refunds, if it has any. They are beside the data of an event, which never changes. */
export function transactionWithRefunds(transaction: Transaction, { refundedMinor, refunds }: Refunds) {
  const data = transactionData(transaction)
  if (refunds.length === 0) return data
  return {
    ...data,
    refunded: toMajor(refundedMinor, transaction.currency),
    refunds: refunds.map((refund) => {
      const { transaction_id, reference, amount, state, created_at } = transactionData(refund)
      return { transaction_id, reference, amount, ...feeBackData(refund), state, created_at }
    }),
  }
}

function refundOf({ refundOf }: Transaction): { readonly refund_of?: string } {
  return refundOf === null ? {} : { refund_of: refundOf }
}

function linkOf({ linkId }: Transaction): { readonly payment_link_id?: string } {
  return linkId === null ? {} : { payment_link_id: linkId }
}

/** A transaction as operators see it: all four states, and the network's id and reason. */
export function transactionForOperators(transaction: Transaction) {
  const { id, accountId, kind, reference, phoneNumber, amountMinor, currency, network, state, reason } = transaction
  return {
    transaction_id: id,
    account_id: accountId,
    kind,
    ...refundOf(transaction),
    ...linkOf(transaction),
    reference,
    phone_number: phoneNumber,
    amount: toMajor(amountMinor, currency),
    ...feeData(transaction),
    currency,
    network,
    description: transaction.description,
    metadata: transaction.metadata,
    customer_message: transaction.customerMessage,
    customer_message_as_sent: transaction.customerMessageAsSent,
    state,
    reason,
    network_reason: transaction.networkReason,
    provider_id: transaction.providerId,
    provider_ref: transaction.providerRef,
    network_receipt: transaction.networkReceipt,
    created_at: utc(transaction.createdAtMs),
    updated_at: utc(transaction.updatedAtMs),
    ...(transaction.isTakenBack && { taken_back: true }),
    attention: transaction.attention,
  }
}

/** The cost to its merchant, if any, and the part of it that is returned. */
function feeData(transaction: Transaction): { readonly fee?: number } & ReturnType<typeof feeBackData> {
  const { feeMinor, currency } = transaction
  return { ...(feeMinor !== 0n && { fee: toMajor(feeMinor, currency) }), ...feeBackData(transaction) }
}

/**
 * For a collection, the part of its fee that its refunds return; for a refund, the part that it returns. Absent if
 * there is none.
 */
function feeBackData({ kind, feeBackMinor, currency }: Transaction): {
  readonly fee_refundable?: number
  readonly fee_refunded?: number
} {
  if (feeBackMinor === 0n) return {}
  const feeBack = toMajor(feeBackMinor, currency)
  return kind === 'collection' ? { fee_refundable: feeBack } : { fee_refunded: feeBack }
}

/** A note about a transaction, for operators. */
export function annotationForOperators({ kind, text, by, atMs }: Annotation) {
  return { kind, text, by, at: utc(atMs) }
}
