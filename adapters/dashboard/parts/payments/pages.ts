import type { NextTurn, SearchSeenPayments, SignedIn, Transaction } from '../../../../core/sente.ts'
import type { PaymentFilter } from './filters.tsx'

/** How many payments are read at once for all of a filter. */
const perPart = 500

/** The request for a page of a filter's payments. */
export function requestOf(who: SignedIn, { sought, query }: PaymentFilter, limit: number) {
  return { who, ...(sought && { sought }), query: { ...query, limit } }
}

/** All payments of a filter, from the newest, by page. */
export async function* pagesOf(
  search: SearchSeenPayments,
  { who, filter, nextTurn }: { readonly who: SignedIn; readonly filter: PaymentFilter; readonly nextTurn: NextTurn },
): AsyncGenerator<readonly Transaction[]> {
  const { before: _, ...all } = filter.query
  for (let query: PaymentFilter['query'] = all; ; await nextTurn()) {
    const { transactions, next } = await search(requestOf(who, { ...filter, query }, perPart))
    yield transactions
    if (next === null) return
    query = { ...all, before: next }
  }
}
