import { type Books, isFinal, lowestIdAt, type TransactionQuery } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/**
 * Lists transactions newest first. The cost of a page of an account's depends on its length, whatever the query and
 * however many transactions have ended; where open ones may match, on how many of its open ones do not. Only what is
 * sought by its phone number and another filter costs all of the number's transactions, and what is sought in all
 * accounts by the kind of transaction costs what is between.
 */
export function transactionList(ask: Ask): Books['list'] {
  async function refuseUnknown(before: string | undefined) {
    if (before === undefined) return
    const found = await ask({
      name: 'has transaction',
      text: 'SELECT 1 FROM transactions WHERE id = $1',
      values: [before],
    })
    if (found.length === 0) throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
  }

  return async (query) => {
    await refuseUnknown(query.before)
    const rows = await ask<TransactionRow>(isByGroup(query) ? selectByGroup(query) : selectInOrder(query))
    const transactions = rows.slice(0, query.limit).map(transactionOf)
    return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : null }
  }
}

/** Whether an account's transactions are sought by what many of them have in common. */
function isByGroup({ accountId, reference, phoneNumber, attention, ...query }: TransactionQuery): boolean {
  const isBySelective = reference !== undefined || phoneNumber !== undefined || attention
  const { kind, currency, network, states } = query
  return accountId !== undefined && !isBySelective && [kind, currency, network, states].some((one) => one !== undefined)
}

/** From the index that has them in order, or from that of a reference, a phone number or of what needs attention. */
function selectInOrder(query: TransactionQuery) {
  const { given, values } = numberedValues()
  const conditions = [...conditionsOn('t', query, given), ...rangeOf('t', query, given)]
  if (query.accountId !== undefined) conditions.push(`t.account_id = ${given(query.accountId)}`)
  if (query.reference !== undefined) {
    conditions.push(`(t.account_id, t.id) IN (
      SELECT r.account_id, r.transaction_id FROM accounts a
      JOIN used_references r ON r.account_id = a.id AND r.reference = ${given(query.reference)})`)
  }
  if (query.phoneNumber !== undefined) conditions.push(`t.phone_number = ${given(query.phoneNumber)}`)
  if (query.states?.every((state) => !isFinal(state))) {
    conditions.push('EXISTS (SELECT 1 FROM follow_ups f WHERE f.account_id = t.account_id AND f.transaction_id = t.id)')
  }
  if (query.attention) conditions.push('t.attention IS NOT NULL')
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const text = `SELECT ${transactionColumns} FROM transactions t ${where} ORDER BY t.id DESC LIMIT ${given(query.limit + 1)}`
  return { text, values }
}

/** The newest of each group of what has ended, of which an account has few, beside those that are open. */
function selectByGroup(query: TransactionQuery) {
  const { given, values } = numberedValues()
  const [account, limit] = [given(query.accountId), given(query.limit + 1)]
  const [on, range] = [
    (table: string) => conditionsOn(table, query, given),
    (table: string) => rangeOf(table, query, given),
  ]
  // Of other currencies and networks no transaction has to be read.
  const { currency, network } = query
  const followed = [`f.account_id = ${account}`, ...conditionsOn('f', { currency, network }, given)]
  const group = 'currency, network, kind, state'
  const mayBeOpen = query.states === undefined || query.states.some((state) => !isFinal(state))
  const found = ['ended', ...(mayBeOpen ? ['open'] : [])].map((part) => `SELECT id FROM ${part}`).join(' UNION ALL ')
  const text = `
    WITH RECURSIVE groups AS (
      (SELECT ${group} FROM transaction_lists WHERE account_id = ${account} ORDER BY ${group} LIMIT 1)
      UNION ALL
      SELECT following.* FROM groups g CROSS JOIN LATERAL (
        SELECT ${group} FROM transaction_lists l
        WHERE l.account_id = ${account} AND (${group}) > (g.currency, g.network, g.kind, g.state)
        ORDER BY ${group} LIMIT 1
      ) AS following
    ), ended AS (
      SELECT newest.id FROM groups g CROSS JOIN LATERAL (
        SELECT l.id FROM transaction_lists l
        WHERE ${[`l.account_id = ${account}`, sameGroup, ...range('l')].join(' AND ')}
        ORDER BY l.id DESC LIMIT ${limit}
      ) AS newest
      WHERE ${['true', ...on('g')].join(' AND ')}
    ), open AS (
      SELECT t.id FROM follow_ups f
      JOIN transactions t ON t.account_id = f.account_id AND t.id = f.transaction_id
      WHERE ${[...followed, "t.state IN ('submitting', 'pending')", ...on('t'), ...range('t')].join(' AND ')}
      ORDER BY f.transaction_id DESC LIMIT ${limit}
    )
    SELECT ${transactionColumns} FROM transactions t
    WHERE t.account_id = ${account} AND t.id IN (${found})
    ORDER BY t.id DESC LIMIT ${limit}`
  return { text, values }
}

const sameGroup = '(l.currency, l.network, l.kind, l.state) = (g.currency, g.network, g.kind, g.state)'

type Given = (value: unknown) => string

function numberedValues() {
  const values: unknown[] = []
  const given: Given = (value) => `$${values.push(value)}`
  return { given, values }
}

type Filter = 'kind' | 'currency' | 'network' | 'states'
type Filters = { readonly [Name in Filter]?: TransactionQuery[Name] | undefined }

function conditionsOn(table: string, { kind, currency, network, states }: Filters, given: Given): string[] {
  return [
    ...(kind === undefined ? [] : [`${table}.kind = ${given(kind)}`]),
    ...(currency === undefined ? [] : [`${table}.currency = ${given(currency)}`]),
    ...(network === undefined ? [] : [`${table}.network = ${given(network)}`]),
    ...(states === undefined ? [] : [`${table}.state = ANY(${given(states)}::text[])`]),
  ]
}

function rangeOf(table: string, { before, createdFromMs, createdToMs }: TransactionQuery, given: Given): string[] {
  return [
    ...(before === undefined ? [] : [`${table}.id < ${given(before)}`]),
    ...(createdFromMs === undefined ? [] : [`${table}.id >= ${given(lowestIdAt(createdFromMs))}`]),
    ...(createdToMs === undefined ? [] : [`${table}.id < ${given(lowestIdAt(createdToMs))}`]),
  ]
}
