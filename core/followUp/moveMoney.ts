import { giveBack } from '../accounts/limits/accountLimits.ts'
import type { Kind, State, Transaction } from '../model/transaction.ts'
import type { LedgerAccount } from '../ports/books/ledger.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'

/**
 * Moves a transaction's money as its new state requires, after a report or an operator's decision, and gives back what it
 * was counted as on its account's day.
 */
export function moveMoney(work: UnitOfWork, transaction: Transaction): void {
  giveBack(work, transaction)
  const { id, accountId, kind, state, currency, network, amountMinor, updatedAtMs } = transaction
  const movement = movementOf(kind, state, `float:${network}`)
  if (!movement) return
  work.ledger.post({ accountId, currency, ...movement, amountMinor, cause: { transaction: id }, atMs: updatedAtMs })
}

function movementOf(
  kind: Kind,
  state: State,
  float: LedgerAccount,
): { from: LedgerAccount; to: LedgerAccount } | undefined {
  if (state === 'succeeded') return kind === 'payout' ? { from: 'held', to: float } : { from: float, to: 'available' }
  if (state === 'failed' && kind === 'payout') return { from: 'held', to: 'available' }
  return undefined
}
