import type { MarkBooks, PostedSum } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Ask, SqlStatement, Write } from '../../engine/sqlStatement.ts'
import { selected } from '../../engine/table.ts'
import {
  auditMarks,
  type KeptMark,
  type MarkedBalance,
  type MarkedEvents,
  markedBalances,
  markedEvents,
  markedTransactions,
  markTables,
} from '../../tables/auditMarks.ts'

/** The row of a mark, as it is read. */
type MarkRow = { readonly [Name in Exclude<keyof KeptMark, 'lastId' | 'postedSums'>]: bigint } & {
  readonly lastId: string
  readonly postedSums: string
}

/** Reads the mark; undefined if there is none, or a quarantine has begun since. */
export async function markIn(ask: Ask): Promise<KeptMark | undefined> {
  const [row] = await ask<MarkRow & { readonly begun: bigint }>({ text: selectMark })
  if (!row || row.begun !== row.quarantines) return undefined
  const { begun, lastId, postedSums, ...numbers } = row
  const counts = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]))
  return { ...(counts as Omit<KeptMark, 'lastId' | 'postedSums'>), lastId, postedSums: JSON.parse(postedSums) }
}

/** The means of marking books: reads within a transaction that has begun, and writes of a later one. */
export type Marking = { readonly ask: Ask; readonly dialect: Dialect; readonly write: Write }

/** Reads the state for a mark. It goes on from `before`, or adds up everything. */
export function marking({ ask, dialect, write }: Marking, before?: KeptMark): MarkBooks {
  return async (times) => {
    const open = await ask<{ id: string }>({ text: selectOpen(dialect) })
    const mark = {
      ...times,
      ...(await countsNow(ask)),
      open: open.length,
      postedSums: await sumsNow({ ask, dialect }, before),
    }
    const balances = await ask<MarkedBalance>({ text: selectBalances })
    const events = await ask<MarkedEvents>({ text: selectLastEvents })
    const writes = [
      ...removing,
      ...dialect.insert<KeptMark>(auditMarks.name, auditMarks.columns)([mark]),
      ...dialect.insert<MarkedBalance>(markedBalances.name, markedBalances.columns)(balances),
      ...dialect.insert<MarkedEvents>(markedEvents.name, markedEvents.columns)(events),
      ...dialect.insert<{ readonly id: string }>(markedTransactions.name, markedTransactions.columns)(open),
    ]
    // A mark that was removed meanwhile has lost its trust: one that goes on from it would bring it back.
    const decide = ([found = []]: readonly (readonly unknown[])[]) => {
      return { value: undefined, writes: before && found.length === 0 ? [] : writes }
    }
    return () => write({ reads: [{ text: selectMark }], decide })
  }
}

/** Makes the function that removes the mark. */
export function unmarking(write: Write): () => Promise<void> {
  return () => write({ reads: [], decide: () => ({ value: undefined, writes: removing }) })
}

/** The statements that remove the mark. */
export const removing: readonly SqlStatement[] = markTables.map(({ name }) => ({ text: `DELETE FROM ${name}` }))

const selectMark = `SELECT ${selected(
  auditMarks.columns.filter(([name]) => name !== 'one'),
  'm',
)}, (SELECT count(*) FROM quarantines) AS begun FROM audit_marks m`

/** The numbers of rows, as the audit counts them. */
export const selectCounts = `SELECT (SELECT count(*) FROM transactions) AS transactions,
  (SELECT count(*) FROM fundings) AS fundings,
  (SELECT count(*) FROM payout_batches WHERE state = 'completed') AS batches`

/** Selects the open transactions. */
export function selectOpen(dialect: Dialect): string {
  return `SELECT t.id FROM follow_ups f ${dialect.joinFound('transactions', 't', 't.id = f.transaction_id')}
    WHERE t.state IN ('submitting', 'pending')`
}

const selectBalances = `SELECT ${selected(markedBalances.columns, 'b')} FROM balances b`

const selectLastEvents = `SELECT a.id AS "accountId", (SELECT max(e.sequence) FROM events e WHERE e.account_id = a.id) AS sequence
  FROM accounts a WHERE EXISTS (SELECT 1 FROM events e WHERE e.account_id = a.id)`

type Counts = Pick<KeptMark, 'transactions' | 'fundings' | 'batches' | 'quarantines' | 'lastId'>

async function countsNow(ask: Ask): Promise<Counts> {
  const [row] = await ask<{ readonly [Name in Exclude<keyof Counts, 'lastId'>]: bigint } & Pick<Counts, 'lastId'>>({
    text: `SELECT c.*, (SELECT count(*) FROM quarantines) AS quarantines,
      coalesce((SELECT max(id) FROM transactions), '') AS "lastId" FROM (${selectCounts}) AS c`,
  })
  if (!row) throw new Error('rows were counted without a result')
  const { transactions, fundings, batches, quarantines, lastId } = row
  return {
    transactions: Number(transactions),
    fundings: Number(fundings),
    batches: Number(batches),
    quarantines: Number(quarantines),
    lastId,
  }
}

/** The totals of postings: those of the mark before, with the postings since. */
async function sumsNow(
  { ask, dialect }: Pick<Marking, 'ask' | 'dialect'>,
  before: KeptMark | undefined,
): Promise<KeptMark['postedSums']> {
  const added = await ask<PostedSum>({
    text: `SELECT p.currency, p.from_ledger_account AS "from", p.to_ledger_account AS "to", count(*) AS postings,
        CAST(sum(p.amount_minor) AS ${dialect.types.integer}) AS minor
      FROM ${before ? newPostings(dialect) : 'postings p'} GROUP BY 1, 2, 3`,
  })
  const sums = new Map<string, PostedSum>()
  for (const { currency, from, to, postings, minor } of [...postedSums(before), ...added]) {
    const key = `${currency} ${from} ${to}`
    const sum = sums.get(key)
    sums.set(key, { currency, from, to, postings: postings + (sum?.postings ?? 0n), minor: minor + (sum?.minor ?? 0n) })
  }
  return [...sums.values()].map(({ postings, minor, ...sum }) => ({
    ...sum,
    postings: `${postings}`,
    minor: `${minor}`,
  }))
}

/** The totals of postings at a mark. */
export function postedSums(mark: Pick<KeptMark, 'postedSums'> | undefined): readonly PostedSum[] {
  return (mark?.postedSums ?? []).map(({ postings, minor, ...sum }) => ({
    ...sum,
    postings: BigInt(postings),
    minor: BigInt(minor),
  }))
}

/** The balances `b` with their marks `m`, and the postings `p` since. */
export function newPostings(dialect: Dialect): string {
  return `balances b LEFT JOIN marked_balances m ON m.account_id = b.account_id AND m.currency = b.currency
    ${dialect.joinEach('postings', 'p', 'p.account_id = b.account_id AND p.currency = b.currency AND p.n >= coalesce(m.postings, 0)')}`
}

/** The accounts `a` with their marks `k`, and the events `e` since. */
export function newEvents(dialect: Dialect): string {
  return `accounts a LEFT JOIN marked_events k ON k.account_id = a.id
    ${dialect.joinEach('events', 'e', 'e.account_id = a.id AND e.sequence > coalesce(k.sequence, 0)')}`
}
