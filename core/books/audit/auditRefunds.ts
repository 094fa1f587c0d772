import { paysOut, type Transaction } from '../../model/transaction.ts'
import type { Broken } from '../../ports/books/auditRules.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import type { Refunded } from '../../ports/books/unitOfWork.ts'
import { nothingRefunded, refundedAfter } from '../unitOfWork/follows.ts'

/**
 * The refunds of one collection: the first of them, one that is of another account, currency or network, and what those
 * that have not failed come to.
 */
type Sum = Refunded & { readonly first: Transaction; readonly other: Transaction | undefined }

/**
 * Adds up refunds, which together are never more than the collection that they pay back, and give back no more of its fee than
 * it does: all of that once they come to all of it.
 */
export function refundCheck() {
  const sums = new Map<string, Sum>()
  return {
    /** Takes in a transaction. */
    transaction(transaction: Transaction): void {
      const { refundOf } = transaction
      if (refundOf === null) return
      const sum = sums.get(refundOf)
      const { first = transaction } = sum ?? {}
      const other = sum?.other ?? (isOfAnother(transaction, first) ? transaction : undefined)
      sums.set(refundOf, { first, other, ...refundedAfter(sum ?? nothingRefunded, undefined, transaction) })
    },
    /** What is wrong, once all were taken in: without refunds nothing is read again. */
    async *problems(snapshot: Snapshot): AsyncGenerator<Broken> {
      if (sums.size === 0) return
      for await (const { transaction } of snapshot.transactions()) {
        const sum = sums.get(transaction.id)
        if (!sum) continue
        sums.delete(transaction.id)
        const problem = problemOf(transaction, sum)
        if (problem) yield { rule: 'refunds_fit_collection', row: transaction.id, problem }
      }
      for (const { first } of sums.values())
        yield { rule: 'refunds_fit_collection', row: first.id, problem: 'there is no collection that it pays back' }
    },
  }
}

function problemOf(collection: Transaction, { first, other, minor, feeBackMinor }: Sum): string | undefined {
  const isRefundable = !paysOut(collection) && collection.state === 'succeeded'
  const wrong = isOfAnother(first, collection) || !isRefundable ? first : other
  if (wrong) return `refund ${wrong.id} can't pay back this ${collection.state} ${collection.kind}`
  if (minor > collection.amountMinor) return `its refunds come to ${minor}, and ${collection.amountMinor} was collected`
  const isAll = minor === collection.amountMinor
  const leftMinor = collection.feeBackMinor - feeBackMinor
  if (leftMinor === 0n || (leftMinor > 0n && !isAll)) return undefined
  return `its refunds give back ${feeBackMinor} of its fee, and have to give back ${collection.feeBackMinor}`
}

function isOfAnother(one: Transaction, other: Transaction): boolean {
  return (['accountId', 'currency', 'network'] as const).some((name) => one[name] !== other[name])
}
