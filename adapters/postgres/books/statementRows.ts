import type { Balance, Books, StatementQuery } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/rows.ts'
import { metadataOf, type TransactionRow } from '../rows/transactionRow.ts'
import { changeOf, markedEvery } from '../schema/statements.ts'

/** The balance before a page, beside a line of it; only that where there is no line. */
type Row = Balance & { readonly last: bigint | null } & (LineRow | { readonly n: null })

/** A posting's row with its number, and what its payment, or its funding or withdrawal, is called. */
type LineRow = PostingRow & Pick<TransactionRow, 'reference' | 'description' | 'metadata'> & { readonly n: bigint }

/** Reads statements by the numbers of postings. The cost of a page depends on its length, beside 256 postings at most. */
export function statementRows(ask: Ask): Books['statement'] {
  return async ({ accountId, currency, fromMs, toMs, after, limit }: StatementQuery) => {
    if (after !== undefined && !/^[0-9]{1,18}$/.test(after)) return undefined
    const values = [accountId, currency, fromMs ?? null, toMs ?? null, after ?? null, limit + 1]
    const rows = await ask<Row>({ ...selectPage, values })
    const [first] = rows
    if (!first) throw new Error('a balance was summed up and has no row')
    if (first.last === null) return undefined
    const lines = rows.filter(isLine)
    const page = lines.slice(0, limit)
    return {
      opening: { availableMinor: first.availableMinor, heldMinor: first.heldMinor },
      postings: page.map(({ reference, description, metadata, ...row }) => ({
        ...{ posting: postingOf(row), reference, description, metadata: metadataOf(metadata) },
      })),
      next: lines.length > limit ? String(page.at(-1)?.n) : null,
    }
  }
}

function isLine(row: Row): row is Row & LineRow {
  return row.n !== null
}

const ofOwner = 'p.account_id = $1 AND p.currency = $2'

/** The first posting at a moment or later: until the mark everything was earlier; from the next mark on, something was not. */
const firstAt = (moment: string) => `(
    SELECT min(p.n) FROM postings p, (
      SELECT coalesce((
        SELECT m.n FROM statement_marks m WHERE m.account_id = $1 AND m.currency = $2 AND m.latest_ms < ${moment}
        ORDER BY m.latest_ms DESC, m.n DESC LIMIT 1
      ), -1) AS n
    ) AS mark
    WHERE ${ofOwner} AND p.n > mark.n AND p.n <= mark.n + ${markedEvery} AND p.at_ms >= ${moment})`

/**
 * Where a page begins, and where the statement ends. What has no posting yet begins after all; `last` is null where the
 * page is to continue after a posting that there is not.
 */
const selectPlace = `
  SELECT last, greatest(begin, last + 1) AS start, stop FROM (
    SELECT
      CASE WHEN $5::bigint IS NULL THEN -1 ELSE (SELECT p.n FROM postings p WHERE ${ofOwner} AND p.n = $5) END AS last,
      CASE WHEN $3::bigint IS NULL THEN 0 ELSE coalesce(${firstAt('$3')}, count.postings) END AS begin,
      CASE WHEN $4::bigint IS NULL THEN count.postings ELSE coalesce(${firstAt('$4')}, count.postings) END AS stop
    FROM (
      SELECT coalesce((SELECT postings FROM balances WHERE account_id = $1 AND currency = $2), 0) AS postings
    ) AS count
  ) AS places`

/** The mark is a scalar, so that postings are read from it on even when nothing is known about the tables' sizes. */
const selectOpening = `
  SELECT (coalesce(max(mark.available_minor), 0) + coalesce(sum(${changeOf('available')}), 0))::bigint
      AS "availableMinor",
    (coalesce(max(mark.held_minor), 0) + coalesce(sum(${changeOf('held')}), 0))::bigint AS "heldMinor"
  FROM (
    SELECT coalesce((
      SELECT max(m.n) FROM statement_marks m WHERE m.account_id = $1 AND m.currency = $2 AND m.n < place.start
    ), -1) AS n
  ) AS last
  LEFT JOIN statement_marks mark ON mark.account_id = $1 AND mark.currency = $2 AND mark.n = last.n
  LEFT JOIN postings p ON ${ofOwner} AND p.n > last.n AND p.n <= last.n + ${markedEvery} AND p.n < place.start`

/** One statement, so that all is of one moment of one server. */
const selectPage = {
  name: 'statement',
  text: `WITH place AS MATERIALIZED (${selectPlace})
    SELECT place.last, opening.*, ${postingColumns}, p.n, coalesce(t.reference, p.funding_reference) AS reference,
      t.description, t.metadata
    FROM place CROSS JOIN LATERAL (${selectOpening}) AS opening
    LEFT JOIN LATERAL (
      SELECT * FROM postings p WHERE ${ofOwner} AND p.n >= place.start AND p.n < place.stop ORDER BY p.n LIMIT $6
    ) AS p ON TRUE
    LEFT JOIN LATERAL (
      SELECT reference, description, metadata FROM transactions WHERE account_id = $1 AND id = p.transaction_id LIMIT 1
    ) AS t ON TRUE
    ORDER BY p.n`,
}
