import { lowestIdAt, type TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { enteredTogether } from '../../tables/lists.ts'
import { type TransactionRow, transactionColumns } from '../../tables/transactions.ts'
import { selectIdsNotEntered } from './ofAccount.ts'
import { allFilters, conditionsOn, hasPart, isBetween, rangeOf, type Search, searchOf, whereAll } from './search.ts'

/**
 * How many rows of texts the first statement reads, and at most one later: in SQLite it holds up everything else for some
 * milliseconds. A text that many transactions have fills a page soon.
 */
const [textsAtFirst, textsTogether] = [1, 256]

/** After how many statements a page ends, full or not: after half a million transactions. */
const mostPieces = 40

/** Whether a query names an amount or a part of a text, and nothing with an index. */
export function isInTexts(query: TransactionQuery): query is TransactionQuery & { readonly accountId: string } {
  const { accountId, part, amountsMinor, reference, networkReceipt, refundOf, linkId, providerId } = query
  const { providerRef, networkReason, phoneNumber, phoneEnding, attention } = query
  const indexed = reference ?? networkReceipt ?? refundOf ?? linkId ?? providerId ?? providerRef ?? networkReason
  if ((indexed ?? phoneNumber ?? phoneEnding ?? attention) !== undefined) return false
  return accountId !== undefined && (part ?? amountsMinor) !== undefined
}

/**
 * Looks for an amount or a part of a text in an account: among the transactions that are in no list yet, and then in the
 * rows of texts, the newest first, until the page is full, or for so long. Each of these rows stands for many
 * transactions. Also returns where the next page must go on if this one ended before it was full.
 */
export function inTexts({ ask, dialect, inPieces = (read) => read() }: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>) {
  async function piece(query: Query, below: string | undefined, most: number) {
    const [reached] = await ask<{ readonly last: string | null }>(selectLast(query, below, most))
    const last = reached?.last ?? undefined
    const rows =
      last === undefined ? [] : await ask<TransactionRow>(selectBetween(searchOf(query, dialect), last, below))
    return { rows, last }
  }

  return async (query: Query): Promise<FoundRows> => {
    // These come first: one that is entered meanwhile is found twice, not missed.
    let found: readonly TransactionRow[] = await inPieces(() =>
      ask<TransactionRow>(selectNotEntered(searchOf(query, dialect))),
    )
    let below: string | undefined
    let most = textsAtFirst
    for (let pieces = 1; ; pieces += 1) {
      const [from, atOnce] = [below, most]
      const { rows, last } = await inPieces(() => piece(query, from, atOnce))
      found = newestOf([...found, ...rows], query.limit + 1)
      const oldest = found[query.limit]
      // No later row of texts has a transaction as new as the last one that was read.
      if (last === undefined || (oldest !== undefined && oldest.id >= last)) return { rows: found }
      if (pieces === mostPieces) return { rows: found.filter(({ id }) => id >= last), searchedTo: last }
      below = last
      most = Math.min(2 * most, textsTogether)
    }
  }
}

/** Rows that were found, and the id until which a search that ended early has come. */
export type FoundRows = { readonly rows: readonly TransactionRow[]; readonly searchedTo?: string }

type Query = TransactionQuery & { readonly accountId: string }

function newestOf(rows: readonly TransactionRow[], most: number): readonly TransactionRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

function selectNotEntered(search: Search): SqlStatement {
  const account = search.given(search.query.accountId)
  const text = `SELECT ${transactionColumns} FROM (${selectIdsNotEntered(search, account)}
    ) AS chosen ${search.dialect.joinFound('transactions', 't', `t.account_id = ${account} AND t.id = chosen.id`)}
    ORDER BY chosen.id DESC`
  return { text, values: search.values }
}

/** Selects the last row of texts of a piece, by the index alone. */
function selectLast(query: Query, below: string | undefined, most: number): SqlStatement {
  const { accountId, before, createdFromMs, createdToMs } = query
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const where = whereAll([
    `x.account_id = ${given(accountId)}`,
    ...(below === undefined ? [] : [`x.highest_id < ${given(below)}`]),
    ...(createdFromMs === undefined ? [] : [`x.highest_id >= ${given(lowestIdAt(createdFromMs))}`]),
    ...(before === undefined ? [] : [`x.lowest_id < ${given(before)}`]),
    ...(createdToMs === undefined ? [] : [`x.lowest_id < ${given(lowestIdAt(createdToMs))}`]),
  ])
  const text = `SELECT min(highest_id) AS last FROM (
    SELECT x.highest_id FROM text_lists x ${where} ORDER BY x.highest_id DESC LIMIT ${given(most)}) AS piece`
  return { text, values }
}

/** Selects the transactions of these rows that match. */
function selectBetween(search: Search, last: string, below: string | undefined): SqlStatement {
  const { query, dialect, given, limit, values } = search
  const where = whereAll([
    `x.account_id = ${given(query.accountId)}`,
    `x.highest_id >= ${given(last)}`,
    ...(below === undefined ? [] : [`x.highest_id < ${given(below)}`]),
    ...(query.part === undefined ? [] : [hasPart('x.texts', search)]),
    ...(query.amountsMinor === undefined ? [] : [hasAmount(search)]),
    ...rangeOf('t.id', search),
    ...conditionsOn('t', search, allFilters),
  ])
  const ofRow = `e.account_id = x.account_id AND e.sequence > x.last_event - ${enteredTogether} AND e.sequence <= x.last_event`
  const text = `SELECT ${transactionColumns} FROM text_lists x ${dialect.joinEach('events', 'e', ofRow)}
    ${dialect.joinFound('transactions', 't', 't.account_id = e.account_id AND t.id = e.transaction_id')}
    ${where} ORDER BY t.id DESC LIMIT ${limit}`
  return { text, values }
}

/** An exact amount is looked for as a text first. */
function hasAmount(search: Search): string {
  const { query, dialect, given } = search
  const { from, to } = query.amountsMinor ?? {}
  const mayBeThere =
    from !== undefined && from === to ? `${dialect.includes('x.amounts', given(String(from)))} AND ` : ''
  return `${mayBeThere}EXISTS (SELECT 1 FROM ${dialect.eachNumber('x.amounts', 'n')} WHERE ${isBetween('n.value', search)})`
}
