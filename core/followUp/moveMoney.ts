import { giveBack } from '../accounts/limits/accountLimits.ts'
import { paysOut, type Transaction } from '../model/transaction.ts'
import type { LedgerAccount } from '../ports/books/ledger.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'

/**
 * Moves a transaction's money as its new state requires, after a report or an operator's decision, and reverses its
 * count on its account's day.
 */
export function moveMoney(work: UnitOfWork, transaction: Transaction): void {
  giveBack(work, transaction)
  const { id, accountId, currency, updatedAtMs } = transaction
  for (const movement of movementsOf(transaction))
    work.ledger.post({ accountId, currency, ...movement, cause: { transaction: id }, atMs: updatedAtMs })
}

type Movement = { readonly from: LedgerAccount; readonly to: LedgerAccount; readonly amountMinor: bigint }

/**
 * A payout's fee was held with it. A collection's fee is taken from the credited amount, which it never exceeds; a
 * refund returns its share of that.
 */
function movementsOf(transaction: Transaction): readonly Movement[] {
  const { kind, state, network, amountMinor, feeMinor, feeBackMinor } = transaction
  const float = `float:${network}` as const
  if (state === 'failed' && paysOut(transaction))
    return [{ from: 'held', to: 'available', amountMinor: amountMinor + feeMinor }]
  if (state !== 'succeeded') return []
  const paid: Movement = paysOut(transaction)
    ? { from: 'held', to: float, amountMinor }
    : { from: float, to: 'available', amountMinor }
  const fee: Movement = { from: paysOut(transaction) ? 'held' : 'available', to: 'fees', amountMinor: feeMinor }
  const back: Movement = { from: 'fees', to: 'available', amountMinor: feeBackMinor }
  return [paid, ...(feeMinor > 0n ? [fee] : []), ...(kind === 'refund' && feeBackMinor > 0n ? [back] : [])]
}
