import { type Balance, type Books, type StatementQuery, statementCursorPattern } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { changeOf, type PostingRow, postingColumns, postingOf } from '../tables/postings.ts'
import { markedEvery } from '../tables/statementMarks.ts'
import { metadataOf, type TransactionRow } from '../tables/transactions.ts'

/** The balance before a page, beside a line of it. If there is no line, the row has only the balance. */
type Row = Balance & { readonly last: bigint | null } & (LineRow | { readonly n: null })

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
  const statement = { name: 'statement', text: selectPage(dialect) }
  return async ({ accountId, currency, fromMs, toMs, after, limit }: StatementQuery) => {
    if (after !== undefined && !new RegExp(statementCursorPattern).test(after)) return undefined
    const place = after === undefined ? null : BigInt(after)
    const values = [accountId, currency, fromMs ?? null, toMs ?? null, place, limit + 1]
    const rows = await ask<Row>({ ...statement, values })
    const [first] = rows
    if (!first) throw new Error('a balance was summed up and has no row')
    if (first.last === null) return undefined
    const lines = rows.filter(isLine)
    const page = lines.slice(0, limit)
    return {
      opening: { availableMinor: first.availableMinor, heldMinor: first.heldMinor },
      postings: page.map(
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
      next: lines.length > limit ? String(page.at(-1)?.n) : null,
    }
  }
}

function isLine(row: Row): row is Row & LineRow {
  return row.n !== null
}

const ofOwner = (alias: string) => `${alias}.account_id = $1 AND ${alias}.currency = $2`

/** One statement, so that all is of one moment of one server. */
function selectPage(dialect: Dialect): string {
  return `
    WITH ends AS MATERIALIZED (${selectEnds(dialect)}), place AS MATERIALIZED (${selectPlace(dialect)}), opening AS (${selectOpening(dialect)}), lines AS (
      SELECT * FROM postings p WHERE ${ofOwner('p')} AND p.n >= (SELECT start FROM place)
      ORDER BY p.n LIMIT (SELECT size FROM place)
    )
    SELECT place.last, opening.available_minor AS "availableMinor", opening.held_minor AS "heldMinor", ${postingColumns},
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
 * The beginning and end of a statement, and the posting that the page continues after, or null. A posting that does not
 * exist yet comes after all others.
 */
function selectEnds({ types: { integer } }: Dialect): string {
  const [from, to, after] = ['$3', '$4', '$5'].map((place) => `CAST(${place} AS ${integer})`)
  const placeAt = (moment = '') => `coalesce(${firstAt(moment)}, ${postings})`
  return `
      SELECT CASE WHEN ${after} IS NULL THEN -1
          ELSE (SELECT p.n FROM postings p WHERE ${ofOwner('p')} AND p.n = ${after}) END AS last,
        CASE WHEN ${from} IS NULL THEN 0 ELSE ${placeAt(from)} END AS begin,
        CASE WHEN ${to} IS NULL THEN ${postings} ELSE ${placeAt(to)} END AS stop`
}

const postings = `coalesce((SELECT b.postings FROM balances b WHERE ${ofOwner('b')}), 0)`

/** The beginning of a page, and the number of its postings. They are numbered without a gap. */
function selectPlace({ types: { integer }, greatest }: Dialect): string {
  const limit = `CAST($6 AS ${integer})`
  return `
      SELECT last, start, CASE WHEN stop < start THEN 0 WHEN stop - start < ${limit} THEN stop - start ELSE ${limit} END AS size
      FROM (SELECT last, ${greatest('begin', 'coalesce(last, -1) + 1')} AS start, stop FROM ends) AS bounds`
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
