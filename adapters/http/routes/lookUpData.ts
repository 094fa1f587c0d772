import { type Account, type BalanceRow, type Transaction, toMajor } from '../../../core/sente.ts'

/** A transaction as its merchant sees it; one that may not have reached its network yet shows as pending. */
export function transactionData(transaction: Transaction) {
  const { id, reference, kind, amountMinor, currency, network, phoneNumber, state, reason } = transaction
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
    created_at: utc(transaction.createdAtMs),
    updated_at: utc(transaction.updatedAtMs),
  }
}

/** An account's balances by currency: those that were ever moved, and zeros for the other activated ones. */
export function balancesData({ activatedCurrencies }: Account, rows: readonly BalanceRow[]) {
  return Object.fromEntries([
    ...activatedCurrencies.map((currency) => [currency, { available: 0, held: 0 }] as const),
    ...rows.map(({ currency, availableMinor, heldMinor }) => {
      const balance = { available: toMajor(availableMinor, currency), held: toMajor(heldMinor, currency) }
      return [currency, balance] as const
    }),
  ])
}

function utc(ms: number): string {
  return new Date(ms).toISOString()
}
