import type { Balance, Books, StatementQuery } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/rows.ts'
import { metadataOf, type TransactionRow } from '../rows/transactionRow.ts'
import { changeOf, markedEvery } from '../schema/statements.ts'

/** A posting's row with its number, and what its payment, or its funding or withdrawal, is called. */
type LineRow = PostingRow & Pick<TransactionRow, 'reference' | 'description' | 'metadata'> & { readonly n: bigint }

/** After every posting. */
const end = 2n ** 62n

/** Reads statements by the numbers of postings. The cost of a page depends on its length, beside 256 postings at most. */
export function statementRows(ask: Ask): Books['statement'] {
  /** The number of the first posting at a moment or later. */
  async function startOf(ms: number, owner: readonly string[]): Promise<bigint> {
    const [row] = await ask<{ n: bigint | null }>({ ...firstAt, values: [...owner, ms] })
    return row?.n ?? end
  }

  async function numberOf(after: string, owner: readonly string[]): Promise<bigint | undefined> {
    if (!/^[0-9]{1,18}$/.test(after)) return undefined
    const [row] = await ask<{ n: bigint }>({ ...hasPosting, values: [...owner, after] })
    return row?.n
  }

  return async ({ accountId, currency, fromMs, toMs, after, limit }: StatementQuery) => {
    const owner = [accountId, currency]
    // What is written from now on is in no part of this page.
    const [counted] = await ask<{ postings: bigint }>({ ...postingsOf, values: owner })
    const most = counted?.postings ?? 0n
    const placeOf = async (ms: number) => lesser(await startOf(ms, owner), most)
    const [last, begin, stop] = await Promise.all([
      after === undefined ? -1n : numberOf(after, owner),
      fromMs === undefined ? 0n : placeOf(fromMs),
      toMs === undefined ? most : placeOf(toMs),
    ])
    if (last === undefined) return undefined
    const start = last >= begin ? last + 1n : begin
    const [[opening], lines] = await Promise.all([
      ask<Balance>({ ...balanceBefore, values: [...owner, start] }),
      ask<LineRow>({ ...linesFrom, values: [...owner, start, stop, limit + 1] }),
    ])
    if (!opening) throw new Error('a balance was summed up and has no row')
    const page = lines.slice(0, limit)
    return {
      opening,
      postings: page.map(({ n: _, reference, description, metadata, ...row }) => ({
        ...{ posting: postingOf(row), reference, description, metadata: metadataOf(metadata) },
      })),
      next: lines.length > limit ? String(page.at(-1)?.n) : null,
    }
  }
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

const postingsOf = {
  name: 'statement counts postings',
  text: 'SELECT postings FROM balances WHERE account_id = $1 AND currency = $2',
}

const ofOwner = 'p.account_id = $1 AND p.currency = $2'

const hasPosting = {
  name: 'statement has posting',
  text: `SELECT p.n FROM postings p WHERE ${ofOwner} AND p.n = $3`,
}

/** Until the mark everything was earlier; from the next mark on, something was not. */
const firstAt = {
  name: 'statement from a moment',
  text: `SELECT min(p.n) AS n FROM postings p, (
      SELECT coalesce((
        SELECT m.n FROM statement_marks m WHERE m.account_id = $1 AND m.currency = $2 AND m.latest_ms < $3
        ORDER BY m.latest_ms DESC, m.n DESC LIMIT 1
      ), -1) AS n
    ) AS mark
    WHERE ${ofOwner} AND p.n > mark.n AND p.n <= mark.n + ${markedEvery} AND p.at_ms >= $3`,
}

/** The mark is a scalar, so that postings are read from it on even when nothing is known about the tables' sizes. */
const balanceBefore = {
  name: 'statement opening',
  text: `SELECT (coalesce(max(mark.available_minor), 0) + coalesce(sum(${changeOf('available')}), 0))::bigint
      AS "availableMinor",
      (coalesce(max(mark.held_minor), 0) + coalesce(sum(${changeOf('held')}), 0))::bigint AS "heldMinor"
    FROM (
      SELECT coalesce((
        SELECT max(m.n) FROM statement_marks m WHERE m.account_id = $1 AND m.currency = $2 AND m.n < $3
      ), -1) AS n
    ) AS last
    LEFT JOIN statement_marks mark ON mark.account_id = $1 AND mark.currency = $2 AND mark.n = last.n
    LEFT JOIN postings p ON ${ofOwner} AND p.n > last.n AND p.n <= last.n + ${markedEvery} AND p.n < $3`,
}

const linesFrom = {
  name: 'statement lines',
  text: `SELECT ${postingColumns}, p.n, coalesce(t.reference, p.funding_reference) AS reference,
      t.description, t.metadata
    FROM postings p LEFT JOIN transactions t ON t.account_id = p.account_id AND t.id = p.transaction_id
    WHERE ${ofOwner} AND p.n >= $3 AND p.n < $4 ORDER BY p.n LIMIT $5`,
}
