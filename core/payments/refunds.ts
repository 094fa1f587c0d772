import { refundedIn } from '../books/subjects/follows.ts'
import { toMajor } from '../model/money.ts'
import type { RefundLimit } from '../model/people.ts'
import { isPseudonym } from '../model/pseudonym.ts'
import type { Refusal, RefusalDetails } from '../model/refusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'

/** The refusal of an id that is not a transaction of the caller. */
export const transactionNotFound: Refusal = { refused: 'transaction_not_found' }

/** An account's own transaction by its id, or else by its reference. */
export async function transactionNamed(
  books: Pick<Books, 'transaction' | 'transactionByReference'>,
  accountId: string,
  name: string,
): Promise<Transaction | undefined> {
  const byId = await books.transaction(name)
  return byId?.accountId === accountId ? byId : books.transactionByReference(accountId, name)
}

/** The refunds of a collection: the latest of them, and the total without failed ones. */
export type Refunds = {
  readonly refundedMinor: bigint
  /** Newest first, 100 at most, including failed ones. */
  readonly refunds: readonly Transaction[]
}

/** The function that {@link lookUpRefunds} returns. */
export type LookUpRefunds = (transaction: Transaction) => Promise<Refunds>

/** Finds the refunds of a transaction that was looked up. */
export function lookUpRefunds({ books }: { readonly books: Pick<Books, 'list'> }): LookUpRefunds {
  return (transaction) => refundsOf(books, transaction)
}

/** How many refunds are shown at most. */
const mostShown = 100

/** Finds the refunds of a collection. For any other transaction there are none, and nothing is read. */
export async function refundsOf(
  books: Pick<Books, 'list'>,
  { id, accountId, kind, state }: Transaction,
): Promise<Refunds> {
  if (kind !== 'collection' || state !== 'succeeded') return { refundedMinor: 0n, refunds: [] }
  const query = { accountId, refundOf: id, limit: mostShown }
  let { transactions: found, next } = await books.list(query)
  const refunds = found
  let refundedMinor = refundedIn(found).minor
  while (next !== null) {
    ;({ transactions: found, next } = await books.list({ ...query, before: next }))
    refundedMinor += refundedIn(found).minor
  }
  return { refundedMinor, refunds }
}

/** The collection of a refund. */
export type Refund = {
  readonly collection: Transaction
  /**
   * If the whole rest is to be refunded: the refunded sum when the rest was computed; undefined if an amount was
   * requested.
   */
  readonly seenMinor: bigint | undefined
  /** The caller's limits; without them, all may be refunded. */
  readonly limits?: readonly RefundLimit[] | undefined
}

/** The part of a collection that a caller with these limits may still refund; without limits, all of the rest. */
export function leftToRefund(
  { amountMinor, currency }: Pick<Transaction, 'amountMinor' | 'currency'>,
  refundedMinor: bigint,
  limits?: readonly RefundLimit[],
): bigint {
  const mostMinor = limits ? (limits.find((limit) => limit.currency === currency)?.amountMinor ?? 0n) : amountMinor
  const leftMinor = (mostMinor < amountMinor ? mostMinor : amountMinor) - refundedMinor
  return leftMinor > 0n ? leftMinor : 0n
}

/** The reason why a collection can't be refunded; undefined if it can. */
export function obstacleTo({
  kind,
  state,
  attention,
  isTakenBack,
  phoneNumber,
}: Transaction): RefusalDetails['not_refundable']['because'] | undefined {
  if (kind !== 'collection') return 'no_collection'
  if (state !== 'succeeded') return 'not_succeeded'
  if (isTakenBack) return 'taken_back'
  if (attention !== null) return 'needs_attention'
  return isPseudonym(phoneNumber) ? 'number_erased' : undefined
}

/** Refuses a refund of a transaction that can't be refunded. */
export function refuseRefundOf(transaction: Transaction): Refusal | undefined {
  const because = obstacleTo(transaction)
  return because && { refused: 'not_refundable', because }
}

/**
 * No more is refunded than was collected, or than the caller may refund of it, and nothing once its network has contradicted the collection, even since it
 * was read: the account's row is locked, and with it the collection and the total of its refunds.
 */
export function checkRefund(
  work: UnitOfWork,
  { amountMinor, currency }: Transaction,
  refund: Refund | undefined,
): Refusal | undefined {
  if (!refund) return undefined
  const refusal = refuseRefundOf(work.transaction(refund.collection.id) ?? refund.collection)
  if (refusal) return refusal
  const leftMinor = leftToRefund(refund.collection, work.refunded().minor, refund.limits)
  if (amountMinor <= leftMinor) return undefined
  return { refused: 'refund_exceeds_collection', currency, left: toMajor(leftMinor, currency) }
}
