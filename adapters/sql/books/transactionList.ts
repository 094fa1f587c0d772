import { type Books, isFinal, type TransactionQuery } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Ask, SqlStatement } from '../engine/sqlStatement.ts'
import { hasOtherReceipt, type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { conditionsOn, type Filter, rangeOf, type Search, whereAll } from './transactionSearch.ts'
import { selectOfAccount } from './transactionsOfAccount.ts'

/**
 * Lists transactions newest first. The cost of a page of an account's depends on its length, for any query and however
 * many transactions have ended; where open ones may match, on how many of its open ones do not. Only what is searched
 * by its phone number and another filter costs all of the number's transactions, and a search in all accounts costs
 * what is between, or all that are open.
 */
export function transactionList(ask: Ask, dialect: Dialect): Books['list'] {
  async function refuseUnknown(before: string | undefined) {
    if (before === undefined) return
    const found = await ask({ ...selectPlace, values: [before] })
    if (found.length === 0) throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
  }

  return async (query) => {
    await refuseUnknown(query.before)
    const rows = await ask<TransactionRow>(selectPage(query, dialect))
    const transactions = rows.slice(0, query.limit).map(transactionOf)
    return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : null }
  }
}

const selectPlace = { name: 'has transaction', text: 'SELECT 1 FROM transactions WHERE id = $1' }

/** Its texts have few shapes, which contain no values. */
function selectPage(query: TransactionQuery, dialect: Dialect): SqlStatement {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  return { text: selectIn({ query, dialect, given, limit: given(query.limit + 1) }), values }
}

function selectIn(search: Search): string {
  const { accountId, reference, attention, states, networkReceipt } = search.query
  const { refundOf, linkId, providerId, providerRef, networkReason } = search.query
  if (reference !== undefined) return selectByReference(search, reference)
  if (networkReceipt !== undefined) return selectByReceipt(search, networkReceipt)
  if (attention || (refundOf ?? linkId ?? providerId ?? providerRef ?? networkReason) !== undefined)
    return selectInOrder(search)
  if (accountId !== undefined) return selectOfAccount(search, accountId)
  return states === undefined || states.some(isFinal) ? selectInOrder(search) : selectOpen(search)
}

const filters: readonly Filter[] = [
  'accountId',
  'phoneNumber',
  'kind',
  'currency',
  'network',
  'refundOf',
  'linkId',
  'providerId',
  'providerRef',
  'networkReceipt',
  'networkReason',
  'states',
  'attention',
]

/** From the index that has all transactions in order, or from that of what needs attention, of refunds, of links, or of the network's ids and words. */
function selectInOrder(search: Search): string {
  const where = whereAll([...conditionsOn('t', search, filters), ...rangeOf('t.id', search)])
  return `SELECT ${transactionColumns} FROM transactions t ${where} ORDER BY t.id DESC LIMIT ${search.limit}`
}

/** Each account has used it once at most. */
function selectByReference(search: Search, reference: string): string {
  const { query, dialect, given, limit } = search
  const used = `SELECT r.transaction_id AS value FROM used_references r
    WHERE r.account_id = a.id AND r.reference = ${given(reference)}`
  const ofAccount = query.accountId === undefined ? [] : [`a.id = ${given(query.accountId)}`]
  const where = whereAll([...ofAccount, ...conditionsOn('t', search, filters), ...rangeOf('t.id', search)])
  return `SELECT ${transactionColumns} FROM accounts a CROSS JOIN ${dialect.each(used, 'used')}
    ${dialect.joinFound('transactions', 't', 't.account_id = a.id AND t.id = used.value')}
    ${where} ORDER BY t.id DESC LIMIT ${limit}`
}

/** Few have the same: a network gives each payment another. */
function selectByReceipt(search: Search, receipt: string): string {
  const { query, dialect, given, limit } = search
  const isIt = `r.network_receipt = ${given(receipt)}`
  const ofAccount = query.accountId === undefined ? [] : [`r.account_id = ${given(query.accountId)}`]
  const found = [`r.provider_ref = ${given(receipt)}`, hasOtherReceipt('r.')].map(
    (isSo) => `SELECT r.account_id, r.id FROM transactions r ${whereAll([isSo, isIt, ...ofAccount])}`,
  )
  const where = whereAll([...conditionsOn('t', search, filters), ...rangeOf('t.id', search)])
  return `SELECT ${transactionColumns} FROM (${found.join(' UNION ALL ')}) AS found
    ${dialect.joinFound('transactions', 't', 't.account_id = found.account_id AND t.id = found.id')}
    ${where} ORDER BY t.id DESC LIMIT ${limit}`
}

/** Of all accounts; what is open has a follow-up. */
function selectOpen(search: Search): string {
  const { dialect, limit } = search
  const where = whereAll([...conditionsOn('t', search, filters), ...rangeOf('f.transaction_id', search)])
  return `SELECT ${transactionColumns} FROM follow_ups f
    ${dialect.joinFound('transactions', 't', 't.account_id = f.account_id AND t.id = f.transaction_id')}
    ${where} ORDER BY f.transaction_id DESC LIMIT ${limit}`
}
