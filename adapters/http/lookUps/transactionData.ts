import { type Transaction, toMajor } from '../../../core/sente.ts'

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

/** A moment in ISO 8601, in UTC. */
export function utc(ms: number): string {
  return new Date(ms).toISOString()
}
