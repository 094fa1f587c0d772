import type { Statement } from 'better-sqlite3'
import {
  type Balance,
  type Books,
  emptyBalance,
  moved,
  type Posting,
  type ReferredPosting,
  type StatementQuery,
  type StatementRows,
} from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type PostingRow, postingColumns, postingOf } from '../rows/rows.ts'
import { metadataOf, type TransactionRow } from '../rows/transactionRow.ts'

/** A posting in its place: after it, its account has this balance. */
type Line = { readonly sequence: bigint; readonly latestMs: bigint; readonly posting: Posting } & Balance

type LineRow = PostingRow & Omit<Line, 'posting'>

/** What a merchant calls a payment. */
type WordsRow = Pick<TransactionRow, 'reference' | 'description' | 'metadata'>

/** An account in one currency. */
type Owner = Pick<StatementQuery, 'accountId' | 'currency'>

const end = 2n ** 63n - 1n

/**
 * Reads statements. The cost of a page depends on its length alone: besides it, at most the latest 4,095 postings are
 * read, which are not in `statement_lines` yet, and a few lines to find a moment.
 */
export function statementRows({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['statement'] {
  const lines = `SELECT ${postingColumns}, l.sequence, l.latest_ms AS latestMs, l.available_minor AS availableMinor,
    l.held_minor AS heldMinor FROM statement_lines l CROSS JOIN postings e ON e.sequence = l.sequence
    WHERE l.account_id = @accountId AND l.currency = @currency`
  const from = database.prepare<object, LineRow>(
    `${lines} AND l.sequence >= @start AND l.sequence < @end ORDER BY l.sequence LIMIT @limit`,
  )
  const lastBefore = database.prepare<object, LineRow>(
    `${lines} AND l.sequence < @start ORDER BY l.sequence DESC LIMIT 1`,
  )
  const notEntered = database.prepare<object, PostingRow & { sequence: bigint }>(
    `SELECT ${postingColumns}, e.sequence FROM postings e NOT INDEXED
     WHERE e.sequence > (SELECT sequence FROM last_stated) AND e.account_id = @accountId AND e.currency = @currency
     ORDER BY e.sequence`,
  )
  const words = database.prepare<[string], WordsRow>(
    'SELECT reference, description, metadata FROM transactions WHERE id = ?',
  )
  const ofTransaction = sequencesOf('transaction_id = @transaction AND account_id = @accountId')
  const ofFunding = sequencesOf('account_id = @accountId AND funding_reference = @funding')

  function sequencesOf(cause: string): Statement<object, bigint> {
    const sql = `SELECT sequence FROM postings WHERE ${cause} AND currency = @currency ORDER BY sequence`
    return database.prepare<object, bigint>(sql).pluck()
  }

  /** The sequence of the line that a page ended with; undefined when there is none. */
  function sequenceAt(after: string, owner: Owner): bigint | undefined {
    const { transaction, nth, funding } = cursorForm.exec(after)?.groups ?? {}
    if (transaction !== undefined) return ofTransaction.all({ ...owner, transaction })[Number(nth) - 1]
    if (funding === undefined) return undefined
    return ofFunding.get({ ...owner, funding: Buffer.from(funding, 'base64url').toString('latin1') })
  }

  /** The first line at a moment or later; lines are in the order of their latest times. */
  function startOf(ms: number, owner: Owner, latest: readonly Line[]): bigint {
    const last = lastBefore.get({ ...owner, start: end })
    let [low, high] = [0n, (last?.sequence ?? -1n) + 1n]
    while (low < high) {
      const middle = (low + high) / 2n
      const [line] = from.all({ ...owner, start: middle, end, limit: 1 })
      if (line && line.latestMs < BigInt(ms)) low = line.sequence + 1n
      else high = middle
    }
    const [found] = from.all({ ...owner, start: low, end, limit: 1 })
    return found?.sequence ?? latest.find(({ latestMs }) => latestMs >= BigInt(ms))?.sequence ?? end
  }

  function latestOf(owner: Owner): Line[] {
    const last = lastBefore.get({ ...owner, start: end })
    let [balance, latestMs]: [Balance, bigint] = [last ?? emptyBalance, last?.latestMs ?? 0n]
    return notEntered.all(owner).map(({ sequence, ...row }) => {
      const posting = postingOf(row)
      balance = moved(balance, posting)
      latestMs = row.atMs > latestMs ? row.atMs : latestMs
      return { sequence, latestMs, posting, ...balance }
    })
  }

  function rowsOf({ fromMs, toMs, after, limit, ...owner }: StatementQuery): StatementRows | undefined {
    const latest = latestOf(owner)
    const isInRange = (start: bigint, stop: bigint) => (line: Line) => line.sequence >= start && line.sequence < stop
    const linesFrom = (start: bigint, stop: bigint, most: number): Line[] => [
      ...from.all({ ...owner, start, end: stop, limit: most }).map(lineOf),
      ...latest.filter(isInRange(start, stop)),
    ]
    const last = after === undefined ? undefined : sequenceAt(after, owner)
    if (after !== undefined && last === undefined) return undefined
    const begin = fromMs === undefined ? 0n : startOf(fromMs, owner, latest)
    const start = last !== undefined && last >= begin ? last + 1n : begin
    const stop = toMs === undefined ? end : startOf(toMs, owner, latest)
    const found = linesFrom(start, stop, limit + 1)
    const page = found.slice(0, limit)
    return {
      opening: balanceOf(latest.findLast(({ sequence }) => sequence < start) ?? lastBefore.get({ ...owner, start })),
      postings: page.map(({ posting }) => ({ posting, ...wordsOf(posting.cause) })),
      next: found.length > limit ? cursorAt(page.at(-1)) : null,
    }
  }

  function wordsOf(cause: Posting['cause']): Omit<ReferredPosting, 'posting'> {
    if ('funding' in cause) return { reference: cause.funding, description: null, metadata: {} }
    const { reference = '', description = null, metadata = null } = words.get(cause.transaction) ?? {}
    return { reference, description, metadata: metadataOf(metadata) }
  }

  // Another process may write between the statements.
  const inOneMoment = database.transaction(rowsOf)
  return async (query) =>
    read(
      () => inOneMoment(query),
      () => query.accountId,
    )
}

function lineOf({ sequence, latestMs, availableMinor, heldMinor, ...row }: LineRow): Line {
  return { sequence, latestMs, availableMinor, heldMinor, posting: postingOf(row) }
}

function balanceOf(line: Balance | undefined): Balance {
  const { availableMinor, heldMinor } = line ?? emptyBalance
  return { availableMinor, heldMinor }
}

/** A place by what moved the money there: a sequence would tell how many postings all accounts have. */
const cursorForm = /^(?:(?<transaction>[0-9a-f-]{36})\.(?<nth>[12])|f\.(?<funding>[A-Za-z0-9_-]{1,140}))$/

function cursorAt(line: Line | undefined): string | null {
  if (!line) return null
  const { cause, from } = line.posting
  if ('funding' in cause) return `f.${Buffer.from(cause.funding, 'latin1').toString('base64url')}`
  return `${cause.transaction}.${from === 'held' ? 2 : 1}`
}
