import { isFinal } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'

/** One meaning of a searched text: filters that must all match, among them an id of ours. */
export type Sought = Partial<
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
  > & { readonly transactionId: string }
>

/**
 * Lists the transactions of a query that match any of some meanings, each once, newest first. A meaning that
 * {@link isSearchedIn} denies is left out.
 */
export async function findSought(
  books: Pick<Books, 'list' | 'transaction'>,
  query: TransactionQuery,
  sought: readonly Sought[],
): Promise<TransactionPage> {
  const queries = await Promise.all(
    sought.filter((one) => isSearchedIn(query, one)).map((one) => narrowedTo(books, query, one)),
  )
  const found = await Promise.all(queries.filter((one) => one !== undefined).map((one) => books.list(one)))
  const all = new Map(found.flatMap(({ transactions }) => transactions).map((one) => [one.id, one]))
  // Below the place where one of the lists ends, that list may have more.
  const end = found.reduce((latest, { next }) => (next !== null && next > latest ? next : latest), '')
  const upToEnd = [...all.values()].filter(({ id }) => id >= end).sort((one, other) => (one.id < other.id ? 1 : -1))
  const page = upToEnd.slice(0, query.limit)
  return { transactions: page, next: (page.length < upToEnd.length ? page.at(-1)?.id : end) || null }
}

/**
 * Whether a meaning is searched for in a query: it has an index of its own, or one in each account. Others, such as
 * amounts and parts of texts, only in one account, among open payments, or among those that need attention.
 */
export function isSearchedIn(
  { accountId, attention, states }: Pick<TransactionQuery, 'accountId' | 'attention' | 'states'>,
  sought: Sought,
): boolean {
  const { transactionId, reference, phoneNumber, phoneEnding, providerId, providerRef, networkReceipt } = sought
  const indexed =
    transactionId ?? reference ?? phoneNumber ?? phoneEnding ?? providerId ?? providerRef ?? networkReceipt
  const areOpen = states !== undefined && !states.some(isFinal)
  return (indexed ?? accountId ?? attention) !== undefined || areOpen
}

/** The filters of both together; undefined if nothing can match both. */
export function bothOf<Filters extends Sought>(one: Filters, other: Sought): Filters | undefined {
  const filters: Readonly<Record<string, unknown>> = one
  const { amountsMinor, ...same } = other
  if (!Object.entries(same).every(([name, value]) => (filters[name] ?? value) === value)) return undefined
  const [these, those] = [one.amountsMinor ?? amountsMinor, amountsMinor ?? one.amountsMinor]
  if (!these || !those) return { ...one, ...other }
  const from = these.from > those.from ? these.from : those.from
  const to = these.to < those.to ? these.to : those.to
  return from <= to ? { ...one, ...other, amountsMinor: { from, to } } : undefined
}

/** A query with the filters of a meaning, too; undefined if nothing can match both. */
async function narrowedTo(
  books: Pick<Books, 'transaction'>,
  query: TransactionQuery,
  { transactionId, ...filters }: Sought,
): Promise<TransactionQuery | undefined> {
  const narrowed = bothOf(query, filters)
  if (!narrowed || transactionId === undefined) return narrowed
  const found = await books.transaction(transactionId)
  if (!found || (query.accountId ?? found.accountId) !== found.accountId) return undefined
  // An account has used a reference once.
  return bothOf({ ...narrowed, accountId: found.accountId }, { reference: found.reference })
}
