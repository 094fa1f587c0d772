import { refundedIn } from '../books/subjects/follows.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'

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
