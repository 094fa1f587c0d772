import type { Page } from '../ports/books.ts'
import type { Place } from '../ports/ledger.ts'
import type { Kind, State, Transaction } from '../transaction.ts'

/** Moves a transaction's money as its new state requires; shared by news and by an operator's decision. */
export function moveMoney(page: Page, transaction: Transaction): void {
  const { id, accountId, kind, state, currency, network, amountMinor, updatedAtMs } = transaction
  const way = wayOfMoney(kind, state, `float:${network}`)
  if (!way) return
  page.ledger.move({ accountId, currency, ...way, amountMinor, cause: { transaction: id }, atMs: updatedAtMs })
}

function wayOfMoney(kind: Kind, state: State, float: Place): { from: Place; to: Place } | undefined {
  if (state === 'succeeded') return kind === 'payout' ? { from: 'held', to: float } : { from: float, to: 'available' }
  if (state === 'failed' && kind === 'payout') return { from: 'held', to: 'available' }
  return undefined
}
