import type { TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { enteredTogether } from '../../tables/lists.ts'
import { type TransactionRow, transactionColumns } from '../../tables/transactions.ts'
import { newestOf } from './inEveryAccount.ts'
import { selectIdsNotEntered } from './ofAccount.ts'
import { type RowOfTexts, type RowsOfTexts, rowsOfTexts, type TextQuery } from './rowsOfTexts.ts'
import { allFilters, conditionsOn, hasPart, isBetween, rangeOf, type Search, searchOf, whereAll } from './search.ts'

/**
 * How many rows of texts the first statement reads, and at most one later: in SQLite it holds up everything else for some
 * milliseconds. A text that many transactions have fills a page soon.
 */
const [textsAtFirst, textsTogether] = [1, 256]

/** After how many statements a page ends, full or not: after the texts of half a million transactions. */
const mostPieces = 40

/** Whether a query names an amount or a part of a text, and nothing with an index. */
export function isInTexts(query: TransactionQuery): query is TextQuery {
  const { accountId, part, amountsMinor, reference, networkReceipt, refundOf, linkId, providerId } = query
  const { providerRef, networkReason, phoneNumber, phoneEnding, attention } = query
  const indexed = reference ?? networkReceipt ?? refundOf ?? linkId ?? providerId ?? providerRef ?? networkReason
  if ((indexed ?? phoneNumber ?? phoneEnding ?? attention) !== undefined) return false
  return accountId !== undefined && (part ?? amountsMinor) !== undefined
}

/**
 * Looks for an amount or a part of a text in an account: among the transactions that are in no list yet, and then in the
 * rows of texts that may match, the newest first, until the page is full, or for so long. Each of these rows stands for
 * many transactions. Also returns where the next page must go on if this one ended before it was full.
 */
export function inTexts(engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>) {
  const { ask, dialect, inPieces = (read) => read() } = engine
  return async (query: TextQuery): Promise<FoundRows> => {
    // These come first: one that is entered meanwhile is found twice, not missed.
    let found: readonly TransactionRow[] = await inPieces(() =>
      ask<TransactionRow>(selectNotEntered(searchOf(query, dialect))),
    )
    const coming = comingRows(rowsOfTexts(engine, query))
    for (let pieces = 1, most = textsAtFirst; ; pieces += 1, most = Math.min(2 * most, textsTogether)) {
      const rows = await coming.next(most)
      const [newest, last] = [rows[0]?.highestId, rows.at(-1)?.highestId]
      const oldest = found[query.limit]
      // No later row of texts has a transaction as new as the last one that was read.
      if (newest === undefined || last === undefined || (oldest && oldest.id >= newest)) return { rows: found }
      const read = await inPieces(() => ask<TransactionRow>(selectIn(searchOf(query, dialect), rows)))
      found = newestOf([...found, ...read], query.limit + 1)
      if (pieces === mostPieces) return { rows: found.filter(({ id }) => id >= last), searchedTo: last }
    }
  }
}

/** The rows of texts in the order of their highest ids, the highest first. */
function comingRows(pieces: AsyncGenerator<RowsOfTexts>) {
  let rows: readonly RowOfTexts[] = []
  let rest: string | undefined = '~'
  return {
    /** At most so many of the next ones; none at the end. */
    async next(most: number): Promise<readonly RowOfTexts[]> {
      // One of the rest may have a higher id, so it is read before.
      while (rest !== undefined && !((rows[0]?.highestId ?? '') >= rest)) {
        const { value, done } = await pieces.next()
        rest = done ? undefined : value.rest
        if (!done) rows = [...rows, ...value.rows].sort((one, other) => (one.highestId < other.highestId ? 1 : -1))
      }
      const next = rows.slice(0, most).filter(({ highestId }) => highestId >= (rest ?? ''))
      rows = rows.slice(next.length)
      return next
    },
  }
}

/** Rows that were found, and the id until which a search that ended early has come. */
export type FoundRows = { readonly rows: readonly TransactionRow[]; readonly searchedTo?: string }

function selectNotEntered(search: Search): SqlStatement {
  const account = search.given(search.query.accountId)
  const text = `SELECT ${transactionColumns} FROM (${selectIdsNotEntered(search, account)}
    ) AS chosen ${search.dialect.joinFound('transactions', 't', `t.account_id = ${account} AND t.id = chosen.id`)}
    ORDER BY chosen.id DESC`
  return { text, values: search.values }
}

/** Selects the transactions of these rows that match. */
function selectIn(search: Search, rows: readonly RowOfTexts[]): SqlStatement {
  const { query, dialect, given, limit, values } = search
  const account = given(query.accountId)
  const events = given(JSON.stringify(rows.map(({ lastEvent }) => Number(lastEvent))))
  const where = whereAll([
    ...(query.part === undefined ? [] : [hasPart('x.texts', search)]),
    ...(query.amountsMinor === undefined ? [] : [hasAmount(search)]),
    ...rangeOf('t.id', search),
    ...conditionsOn('t', search, allFilters),
  ])
  const ofRow = `e.account_id = x.account_id AND e.sequence > x.last_event - ${enteredTogether} AND e.sequence <= x.last_event`
  const text = `SELECT ${transactionColumns} FROM ${dialect.eachNumber(events, 'p')}
    ${dialect.joinFound('text_lists', 'x', `x.account_id = ${account} AND x.last_event = p.value`)}
    ${dialect.joinEach('events', 'e', ofRow)}
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
