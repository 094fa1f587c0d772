import { type Annotation, type Transaction, toMajor } from '../../core/sente.ts'
import { utc } from './moment.ts'

/** A transaction as its merchant sees it; one that is still being submitted shows as pending. */
export function transactionData(transaction: Transaction) {
  const { id, reference, kind, amountMinor, currency, network, phoneNumber, state, reason } = transaction
  const { networkReason, description, metadata } = transaction
  return {
    transaction_id: id,
    reference,
    kind,
    amount: toMajor(amountMinor, currency),
    currency,
    network,
    phone_number: phoneNumber,
    state: state === 'submitting' ? 'pending' : state,
    reason,
    // What a doubtful answer said decides nothing, and is for operators.
    network_reason: state === 'failed' ? networkReason : null,
    created_at: utc(transaction.createdAtMs),
    updated_at: utc(transaction.updatedAtMs),
    description,
    metadata,
  }
}

/** A transaction as operators see it: all four states, and what the network calls it and said about it. */
export function transactionForOperators(transaction: Transaction) {
  const { id, accountId, kind, reference, phoneNumber, amountMinor, currency, network, state, reason } = transaction
  return {
    transaction_id: id,
    account_id: accountId,
    kind,
    reference,
    phone_number: phoneNumber,
    amount: toMajor(amountMinor, currency),
    currency,
    network,
    description: transaction.description,
    metadata: transaction.metadata,
    state,
    reason,
    network_reason: transaction.networkReason,
    provider_id: transaction.providerId,
    provider_ref: transaction.providerRef,
    created_at: utc(transaction.createdAtMs),
    updated_at: utc(transaction.updatedAtMs),
    attention: transaction.attention,
  }
}

/** What was written down about a transaction, for operators. */
export function annotationForOperators({ kind, text, by, atMs }: Annotation) {
  return { kind, text, by, at: utc(atMs) }
}
