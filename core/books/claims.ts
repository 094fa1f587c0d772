import type { Transaction } from '../model/transaction.ts'
import type { Claim } from '../ports/books/claims.ts'

/**
 * The claims that last, by transaction id, for a store that one process has to itself. When a step about a transaction
 * has returned, the store deletes its claim.
 */
export type Claims = Map<string, { readonly fromMs: number; readonly untilMs: number }>

/** Claims the free ones among the transactions, in their order, up to `limit`. */
export function takeClaims(
  claims: Claims,
  transactions: readonly Transaction[],
  { nowMs, leaseMs, limit }: Claim & { readonly limit: number },
): readonly Transaction[] {
  // A claim that began later than now was made by a clock that was ahead.
  for (const [id, { fromMs, untilMs }] of claims) if (nowMs < fromMs || nowMs >= untilMs) claims.delete(id)
  const taken = transactions.filter(({ id }) => !claims.has(id)).slice(0, limit)
  const planned = taken.filter(({ followUp }) => followUp.askAtMs !== null)
  for (const { id } of planned) claims.set(id, { fromMs: nowMs, untilMs: nowMs + leaseMs })
  return taken
}
