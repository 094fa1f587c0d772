import type { Transaction } from '../model/transaction.ts'
import type { Refunded } from '../ports/books/unitOfWork.ts'

/**
 * The part of a collection's fee that a refund returns. Together with the earlier refunds that have not failed, it
 * returns the same share of the fee as they refund of the collection, rounded down, less the part that those return. So
 * the shares of all refunds never exceed the returnable fee of the collection, and equal it once all of the collection
 * is refunded, whichever of them fail.
 */
export function feeBackOf(
  collection: Pick<Transaction, 'amountMinor' | 'feeBackMinor'>,
  refunded: Refunded,
  amountMinor: bigint,
): bigint {
  const dueMinor = (collection.feeBackMinor * (refunded.minor + amountMinor)) / collection.amountMinor
  return dueMinor > refunded.feeBackMinor ? dueMinor - refunded.feeBackMinor : 0n
}
