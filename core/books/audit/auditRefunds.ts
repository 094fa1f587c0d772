import { paysOut } from '../../model/transaction.ts'
import type { Broken } from '../../ports/books/auditRules.ts'
import type { MoneyOfTransaction, MoneyRows, Streamed } from '../../ports/books/snapshot.ts'
import type { Refunded } from '../../ports/books/unitOfWork.ts'
import { nothingRefunded, refundedAfter } from '../subjects/follows.ts'

/**
 * The refunds of one collection: the first of them, one with another account, currency or network, and the total
 * without failed ones.
 */
type Sum = Refunded & { readonly first: MoneyOfTransaction; readonly other: MoneyOfTransaction | undefined }

/**
 * Adds up refunds. Together they never exceed their collection, and never return more of its fee than is returnable:
 * exactly that once all of it is refunded.
 */
export function refundCheck() {
  const sums = new Map<string, Sum>()
  return {
    /** Counts a transaction. */
    transaction(transaction: MoneyOfTransaction): void {
      const { refundOf } = transaction
      if (refundOf === null) return
      const sum = sums.get(refundOf)
      const { first = transaction } = sum ?? {}
      const other = sum?.other ?? (isOfAnother(transaction, first) ? transaction : undefined)
      sums.set(refundOf, { first, other, ...refundedAfter(sum ?? nothingRefunded, undefined, transaction) })
    },
    /** The problems, once all were counted. Without refunds nothing is read again. */
    async *problems(snapshot: { transactions(only: 'money'): Streamed<MoneyRows> }): AsyncGenerator<Broken> {
      if (sums.size === 0) return
      for await (const { transaction } of snapshot.transactions('money')) {
        const sum = sums.get(transaction.id)
        if (!sum) continue
        sums.delete(transaction.id)
        const problem = problemOf(transaction, sum)
        if (problem) yield { rule: 'refunds_fit_collection', row: transaction.id, problem }
      }
      for (const { first } of sums.values())
        yield { rule: 'refunds_fit_collection', row: first.id, problem: 'its collection does not exist' }
    },
  }
}

function problemOf(collection: MoneyOfTransaction, { first, other, minor, feeBackMinor }: Sum): string | undefined {
  const isRefundable = !paysOut(collection) && collection.state === 'succeeded'
  const wrong = isOfAnother(first, collection) || !isRefundable ? first : other
  if (wrong) return `refund ${wrong.id} can't pay back this ${collection.state} ${collection.kind}`
  if (minor > collection.amountMinor)
    return `the total of its refunds is ${minor}, and ${collection.amountMinor} was collected`
  const isAll = minor === collection.amountMinor
  const leftMinor = collection.feeBackMinor - feeBackMinor
  if (leftMinor === 0n || (leftMinor > 0n && !isAll)) return undefined
  return `its refunds return ${feeBackMinor} of its fee instead of ${collection.feeBackMinor}`
}

function isOfAnother(one: MoneyOfTransaction, other: MoneyOfTransaction): boolean {
  return (['accountId', 'currency', 'network'] as const).some((name) => one[name] !== other[name])
}
