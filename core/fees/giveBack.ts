import type { Transaction } from '../model/transaction.ts'
import type { Refunded } from '../ports/books/unitOfWork.ts'

/**
 * What a refund gives back of the fee of its collection: as large a part, with the refunds before it that have not failed, as
 * all of them are of the collection, rounded down, less what those give back. So the shares of all refunds are never more than
 * what the collection gives back, and exactly that once they come to all of it, whichever of them fail.
 */
export function feeBackOf(
  collection: Pick<Transaction, 'amountMinor' | 'feeBackMinor'>,
  refunded: Refunded,
  amountMinor: bigint,
): bigint {
  const dueMinor = (collection.feeBackMinor * (refunded.minor + amountMinor)) / collection.amountMinor
  return dueMinor > refunded.feeBackMinor ? dueMinor - refunded.feeBackMinor : 0n
}
