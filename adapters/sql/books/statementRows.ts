import { type Balance, type Books, type StatementQuery, statementCursorPattern } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { changeOf, type PostingRow, postingColumns, postingOf } from '../tables/postings.ts'
import { markedEvery } from '../tables/statementMarks.ts'
import { metadataOf, type TransactionRow } from '../tables/transactions.ts'

/** The page's place in its stretch, and the balance before it, beside a line. Without lines, there is one row of these. */
type Row = Balance & PlaceRow & (LineRow | { readonly n: null })

/** The page begins with `start` and has `size` postings, of a stretch from `begin` to before `stop`. */
type PlaceRow = { readonly [name in 'begin' | 'stop' | 'start' | 'size']: bigint } & {
  /** The place that the page was to follow or precede, -1 for none; null if it doesn't exist. */
  readonly given: bigint | null
}

/** A posting's row, and the name of its payment, funding or withdrawal. */
type LineRow = PostingRow &
  Pick<TransactionRow, 'reference' | 'description' | 'metadata' | 'networkReceipt' | 'networkReason'> & {
    readonly paymentKind: TransactionRow['kind'] | null
    readonly opened: string | null
    readonly phoneNumber: string | null
  }

/**
 * Reads statements by the numbers of postings. The cost of a page depends on its length, and on 256 more postings at
 * most.
 */
export function statementRows(ask: Ask, dialect: Dialect): Books['statement'] {
  const fromBeginning = { name: 'statement', text: selectPage(dialect, 'start') }
  const fromEnd = { name: 'statement from its end', text: selectPage(dialect, 'end') }
  return async ({ accountId, currency, fromMs, toMs, after, before, limit }: StatementQuery) => {
    const given = after ?? before ?? null
    if (given !== null && !new RegExp(statementCursorPattern).test(given)) return undefined
    const statement = before === undefined ? fromBeginning : fromEnd
    const values = [accountId, currency, fromMs ?? null, toMs ?? null, given === null ? null : BigInt(given), limit]
    const rows = await ask<Row>({ ...statement, values })
    const [first] = rows
    if (!first) throw new Error('a balance was summed up and has no row')
    if (first.given === null) return undefined
    const { begin, start, size, stop } = first
    return {
      opening: { availableMinor: first.availableMinor, heldMinor: first.heldMinor },
      postings: rows
        .filter(isLine)
        .map(
          ({
            reference,
            opened,
            paymentKind,
            phoneNumber,
            description,
            metadata,
            networkReceipt,
            networkReason,
            ...row
          }) => ({
            posting: postingOf(row),
            reference,
            ...(opened !== null && { opened }),
            paymentKind,
            phoneNumber,
            description,
            metadata: metadataOf(metadata),
            networkReceipt,
            networkReason,
          }),
        ),
      previous: size > 0n && start > begin ? String(start) : null,
      next: size > 0n && start + size < stop ? String(start + size - 1n) : null,
    }
  }
}

function isLine(row: Row): row is Row & LineRow {
  return row.n !== null
}

const ofOwner = (alias: string) => `${alias}.account_id = $1 AND ${alias}.currency = $2`

/** One statement, so that all is of one moment of one server. */
function selectPage(dialect: Dialect, from: 'start' | 'end'): string {
  return `
    WITH ends AS MATERIALIZED (${selectEnds(dialect)}), place AS MATERIALIZED (${selectPlace(dialect, from)}), opening AS (${selectOpening(dialect)}), lines AS (
      SELECT * FROM postings p WHERE ${ofOwner('p')} AND p.n >= (SELECT start FROM place)
      ORDER BY p.n LIMIT (SELECT size FROM place)
    )
    SELECT place.begin, place.stop, place.start, place.size, place.given,
      opening.available_minor AS "availableMinor", opening.held_minor AS "heldMinor", ${postingColumns},
      coalesce(t.reference, p.funding_reference, l.reference,
        (SELECT b.reference FROM payout_batches b WHERE b.id = p.batch_id)) AS reference,
      l.transaction_id AS opened, t.kind AS "paymentKind",
      t.phone_number AS "phoneNumber", t.description, t.metadata,
      t.network_receipt AS "networkReceipt", CASE t.state WHEN 'failed' THEN t.network_reason END AS "networkReason"
    FROM place CROSS JOIN opening LEFT JOIN lines p ON TRUE
    ${dialect.joinOne('payout_batch_lines', 'l', 'l.batch_id = p.batch_id AND l.number = p.batch_line')}
    ${dialect.joinOne('transactions', 't', 't.account_id = $1 AND t.id = coalesce(p.transaction_id, l.transaction_id)')}
    ORDER BY p.n`
}

/**
 * The beginning and end of a statement, and the posting that the page continues after or before. A posting that does not
 * exist yet comes after all others.
 */
function selectEnds({ types: { integer } }: Dialect): string {
  const [from, to, given] = ['$3', '$4', '$5'].map((place) => `CAST(${place} AS ${integer})`)
  const placeAt = (moment = '') => `coalesce(${firstAt(moment)}, ${postings})`
  return `
      SELECT CASE WHEN ${given} IS NULL THEN -1
          ELSE (SELECT p.n FROM postings p WHERE ${ofOwner('p')} AND p.n = ${given}) END AS given,
        CASE WHEN ${from} IS NULL THEN 0 ELSE ${placeAt(from)} END AS begin,
        CASE WHEN ${to} IS NULL THEN ${postings} ELSE ${placeAt(to)} END AS stop`
}

const postings = `coalesce((SELECT b.postings FROM balances b WHERE ${ofOwner('b')}), 0)`

/** The beginning of a page, and the number of its postings. They are numbered without a gap. */
function selectPlace({ types: { integer }, greatest }: Dialect, from: 'start' | 'end'): string {
  const limit = `CAST($6 AS ${integer})`
  const afterGiven = `${greatest('begin', 'coalesce(given, -1) + 1')} AS low, stop AS high`
  const beforeGiven = 'begin AS low, CASE WHEN given BETWEEN 0 AND stop THEN given ELSE stop END AS high'
  return `
      SELECT given, begin, stop, size, ${from === 'start' ? 'low' : 'CASE WHEN size = 0 THEN low ELSE high - size END'} AS start
      FROM (
        SELECT *, CASE WHEN high < low THEN 0 WHEN high - low < ${limit} THEN high - low ELSE ${limit} END AS size
        FROM (SELECT given, begin, stop, ${from === 'start' ? afterGiven : beforeGiven} FROM ends) AS bounds
      ) AS sized`
}

/**
 * The first posting at a moment or later. Up to the mark all postings are earlier; before the next mark, one is not.
 */
function firstAt(moment: string): string {
  return `(
            SELECT min(p.n) FROM postings p, (
              SELECT coalesce((
                SELECT m.n FROM statement_marks m WHERE ${ofOwner('m')} AND m.latest_ms < ${moment}
                ORDER BY m.latest_ms DESC, m.n DESC LIMIT 1
              ), -1) AS n
            ) AS mark
            WHERE ${ofOwner('p')} AND p.n > mark.n AND p.n <= mark.n + ${markedEvery} AND p.at_ms >= ${moment})`
}

/** The mark is a scalar, so that postings are read from it on even when nothing is known about the tables' sizes. */
function selectOpening({ types: { integer } }: Dialect): string {
  const before = (ledgerAccount: 'available' | 'held') => {
    const sum = `coalesce(max(mark.${ledgerAccount}_minor), 0) + coalesce(sum(${changeOf(ledgerAccount)}), 0)`
    return `CAST(${sum} AS ${integer}) AS ${ledgerAccount}_minor`
  }
  return `
      SELECT ${before('available')}, ${before('held')}
      FROM (
        SELECT coalesce((
          SELECT max(m.n) FROM statement_marks m WHERE ${ofOwner('m')} AND m.n < (SELECT start FROM place)
        ), -1) AS n
      ) AS last
      LEFT JOIN statement_marks mark ON ${ofOwner('mark')} AND mark.n = last.n
      LEFT JOIN postings p ON ${ofOwner('p')} AND p.n > last.n AND p.n <= last.n + ${markedEvery}
        AND p.n < (SELECT start FROM place)`
}
