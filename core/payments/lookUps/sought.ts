import type { Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'

/** One meaning of a searched text: an id of ours, or filters of which all must match. */
export type Sought =
  | { readonly transactionId: string }
  | Partial<
      Pick<
        TransactionQuery,
        | 'reference'
        | 'phoneNumber'
        | 'phoneEnding'
        | 'currency'
        | 'amountsMinor'
        | 'part'
        | 'providerId'
        | 'providerRef'
        | 'networkReceipt'
      >
    >

/**
 * Lists the transactions of a query that match any of some meanings, each once, newest first. Amounts and parts of texts
 * are only searched for in one account, or with a phone number.
 */
export async function findSought(
  books: Pick<Books, 'list' | 'transaction'>,
  query: TransactionQuery,
  sought: readonly Sought[],
): Promise<TransactionPage> {
  const found = await Promise.all(
    sought
      .filter((one) => (query.accountId !== undefined || isFoundEverywhere(one)) && agrees(query, one))
      .map((one) =>
        'transactionId' in one ? byId(books, query, one.transactionId) : books.list({ ...query, ...one }),
      ),
  )
  const all = new Map(found.flatMap(({ transactions }) => transactions).map((one) => [one.id, one]))
  // Below the place where one of the lists ends, that list may have more.
  const end = found.reduce((latest, { next }) => (next !== null && next > latest ? next : latest), '')
  const upToEnd = [...all.values()].filter(({ id }) => id >= end).sort((one, other) => (one.id < other.id ? 1 : -1))
  const page = upToEnd.slice(0, query.limit)
  return { transactions: page, next: (page.length < upToEnd.length ? page.at(-1)?.id : end) || null }
}

/** Whether a meaning is searched for in all accounts, too: it has an index of its own, or one in each account. */
export function isFoundEverywhere(sought: Sought): boolean {
  if ('transactionId' in sought) return true
  const { amountsMinor, part, phoneNumber, phoneEnding } = sought
  return (phoneNumber ?? phoneEnding) !== undefined || (amountsMinor === undefined && part === undefined)
}

/** Whether no filter of a query has another value in a meaning. */
function agrees(query: TransactionQuery, sought: Sought): boolean {
  const filters: Readonly<Record<string, unknown>> = query
  return Object.entries(sought).every(([name, value]) => (filters[name] ?? value) === value)
}

/** The transaction of an id, on the page where the list by ids would show it. */
async function byId(
  books: Pick<Books, 'transaction'>,
  { accountId, before }: TransactionQuery,
  id: string,
): Promise<TransactionPage> {
  const found = await books.transaction(id)
  const fits = (one: Transaction) => (accountId ?? one.accountId) === one.accountId && (before ?? '~') > one.id
  return { transactions: found && fits(found) ? [found] : [], next: null }
}
