import { lowestIdAt, type Transaction, type TransactionQuery } from '../../core/sente.ts'

/** Whether a transaction matches every filter of a query. */
export function matchesQuery(transaction: Transaction, query: Omit<TransactionQuery, 'before' | 'limit'>): boolean {
  const { accountId, reference, kind, currency, network, phoneNumber, states, attention } = query
  const { refundOf, linkId, providerId, providerRef, networkReceipt, networkReason, createdFromMs, createdToMs } = query
  return (
    (accountId ?? transaction.accountId) === transaction.accountId &&
    (reference ?? transaction.reference) === transaction.reference &&
    (kind ?? transaction.kind) === transaction.kind &&
    (currency ?? transaction.currency) === transaction.currency &&
    (network ?? transaction.network) === transaction.network &&
    (phoneNumber ?? transaction.phoneNumber) === transaction.phoneNumber &&
    (refundOf ?? transaction.refundOf) === transaction.refundOf &&
    (linkId ?? transaction.linkId) === transaction.linkId &&
    (providerId ?? transaction.providerId) === transaction.providerId &&
    (providerRef ?? transaction.providerRef) === transaction.providerRef &&
    (networkReceipt ?? transaction.networkReceipt) === transaction.networkReceipt &&
    (networkReason ?? transaction.networkReason) === transaction.networkReason &&
    (createdFromMs === undefined || transaction.id >= lowestIdAt(createdFromMs)) &&
    (createdToMs === undefined || transaction.id < lowestIdAt(createdToMs)) &&
    (states === undefined || states.includes(transaction.state)) &&
    (attention === undefined || transaction.attention !== null)
  )
}
