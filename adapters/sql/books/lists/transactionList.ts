import { type Books, isFinal, type TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../../tables/transactions.ts'
import { byNetworkId, networkIdIn } from './byNetworkId.ts'
import { inEveryAccount, isInEveryAccount } from './inEveryAccount.ts'
import { type FoundRows, inTexts, isInTexts } from './inTexts.ts'
import { selectOfAccount } from './ofAccount.ts'
import { allFilters, conditionsOn, rangeOf, type Search, searchOf, whereAll } from './search.ts'

/**
 * Lists transactions, newest first. The cost of a page of an account depends on its length, for any query and any
 * number of ended transactions; where open ones may match, it also depends on the number of open ones that do not. Only
 * a search by phone number and another filter costs all of the number's transactions. A list of all accounts costs the
 * rows in between, or all open ones. By a reference, a phone number
 * or a network's id, it costs a look into each account. By an amount
 * or a part of a text, a page of an account costs one row of texts for 64 transactions, until
 * it is full, and at most those of half a million.
 */
export function transactionList(engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>): Books['list'] {
  const { ask, dialect } = engine
  const everywhere = inEveryAccount(engine)
  const throughTexts = inTexts(engine)
  const withNetworkId = byNetworkId(engine)

  async function refuseUnknown(before: string | undefined) {
    if (before === undefined) return
    const found = await ask({ ...selectPlace, values: [before] })
    if (found.length === 0) throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
  }

  async function page(query: TransactionQuery) {
    const search = searchOf(query, dialect)
    return ask<TransactionRow>({ text: selectIn(search), values: search.values })
  }

  async function found(query: TransactionQuery): Promise<FoundRows> {
    if (isInTexts(query)) return throughTexts(query)
    if (isInEveryAccount(query)) return { rows: await everywhere(query) }
    const networkId = networkIdIn(query)
    return { rows: await (networkId === undefined ? page(query) : withNetworkId(query, networkId)) }
  }

  return async (query) => {
    await refuseUnknown(query.before)
    const { rows, searchedTo = null } = await found(query)
    const transactions = rows.slice(0, query.limit).map(transactionOf)
    return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : searchedTo }
  }
}

const selectPlace = { name: 'has transaction', text: 'SELECT 1 FROM transactions WHERE id = $1' }

function selectIn(search: Search): string {
  const { accountId, reference, attention, states } = search.query
  const { refundOf, linkId, providerId, networkReason } = search.query
  if (reference !== undefined) return selectByReference(search, reference)
  if (attention || (refundOf ?? linkId ?? providerId ?? networkReason) !== undefined) return selectInOrder(search)
  if (accountId !== undefined) return selectOfAccount(search, accountId)
  return states === undefined || states.some(isFinal) ? selectInOrder(search) : selectOpen(search)
}

/**
 * From the index that has all transactions in order, or from the index of payments that need attention, of refunds, of
 * links, of our ids at networks, or of networks' reasons.
 */
function selectInOrder(search: Search): string {
  const where = whereAll([...conditionsOn('t', search, allFilters), ...rangeOf('t.id', search)])
  return `SELECT ${transactionColumns} FROM transactions t ${where} ORDER BY t.id DESC LIMIT ${search.limit}`
}

/** An account has used it once at most. */
function selectByReference(search: Search, reference: string): string {
  const { dialect, given, limit } = search
  const where = whereAll([
    `r.reference = ${given(reference)}`,
    ...conditionsOn('r', search, ['accountId']),
    ...conditionsOn('t', search, allFilters),
    ...rangeOf('t.id', search),
  ])
  return `SELECT ${transactionColumns} FROM used_references r
    ${dialect.joinFound('transactions', 't', 't.account_id = r.account_id AND t.id = r.transaction_id')}
    ${where} ORDER BY t.id DESC LIMIT ${limit}`
}

/** The open ones of all accounts, which have a follow-up. */
function selectOpen(search: Search): string {
  const { dialect, limit } = search
  const where = whereAll([...conditionsOn('t', search, allFilters), ...rangeOf('f.transaction_id', search)])
  return `SELECT ${transactionColumns} FROM follow_ups f
    ${dialect.joinFound('transactions', 't', 't.account_id = f.account_id AND t.id = f.transaction_id')}
    ${where} ORDER BY f.transaction_id DESC LIMIT ${limit}`
}
