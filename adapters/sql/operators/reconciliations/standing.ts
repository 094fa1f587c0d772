import {
  type EntryNote,
  type ExceptionQuery,
  exceptions,
  type FoundEntry,
  type Reconciliations,
  type StandingEntry,
} from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { isOneOf } from '../../engine/table.ts'
import {
  type EntryRow,
  entryColumns,
  entryOf,
  isBeyondPayments,
  type RunRow,
  runColumns,
  runOf,
  stands,
} from './tables.ts'

/** An entry beside the latest notes about it. */
export type StandingRow = EntryRow & {
  readonly owner: string | null
  readonly by: string | null
  readonly because: string | null
  readonly resolvedAtMs: bigint | null
  readonly recordedId: string | null
  readonly moveReference: string | null
}

/** The columns of an entry `e` as it stands now, beside {@link latestNotes}. */
export const standingColumns = `${entryColumns}, o.owner, d.made_by AS "by", d.because, d.at_ms AS "resolvedAtMs",
  d.transaction_id AS "recordedId", d.move_reference AS "moveReference"`

/** The latest notes about an entry `e`: its owner, and its resolution. */
export const latestNotes = `LEFT JOIN reconciliation_notes o ON o.sequence = (${latestNote('assigned')})
  LEFT JOIN reconciliation_notes d ON d.sequence = (${latestNote('resolved')})`

function latestNote(kind: EntryNote['kind']): string {
  return `SELECT max(n.sequence) FROM reconciliation_notes n
    WHERE n.run_id = e.run_id AND n.item = e.item AND n.kind = '${kind}'`
}

/** The entry in a row. */
export function standingOf({
  owner,
  by,
  because,
  resolvedAtMs,
  recordedId,
  moveReference,
  ...row
}: StandingRow): StandingEntry {
  const isResolved = by !== null && because !== null
  const became = { transactionId: recordedId, moveReference }
  const resolved = isResolved ? { by, because, atMs: Number(resolvedAtMs), ...became } : null
  return { ...entryOf(row), owner, resolved }
}

/** Finds the entries about a transaction, each way by an index of its own, and exceptions of all runs. */
export function foundEntries({
  dialect,
  ask,
}: Pick<Engine, 'dialect' | 'ask'>): Pick<Reconciliations, 'about' | 'alike' | 'findExceptions'> {
  const text = `CAST($1 AS ${dialect.types.text})`
  const select = {
    name: 'entries about a transaction',
    text: `SELECT ${standingColumns} FROM (
        SELECT m.run_id, m.item FROM reconciliation_entries m WHERE m.transaction_id = ${text} AND m.bucket = 'matched'
        UNION SELECT u.run_id, u.item FROM reconciliation_entries u
          WHERE u.transaction_id = ${text} AND u.transaction_id IS NOT NULL AND u.bucket <> 'matched'
        UNION SELECT n.run_id, n.item FROM reconciliation_notes n
          WHERE n.transaction_id = ${text} AND n.transaction_id IS NOT NULL
      ) AS found ${dialect.joinFound('reconciliation_entries', 'e', 'e.run_id = found.run_id AND e.item = found.item')}
      ${latestNotes} ORDER BY e.run_id, e.item`,
  }
  const { integer } = dialect.types
  const selectAlike = {
    name: 'rows of an amount',
    text: `SELECT ${standingColumns} FROM reconciliation_entries e
      ${dialect.joinFound('reconciliations', 'r', 'r.id = e.run_id')} ${latestNotes}
      WHERE ${isBeyondPayments('e.bucket')} AND e.amount_minor = CAST($1 AS ${integer}) AND e.currency = $2
        AND e.at_ms < CAST($3 AS ${integer}) AND e.at_ms + e.within_ms > CAST($4 AS ${integer})
        AND r.network = $5 AND ${stands}
      ORDER BY e.run_id, e.item`,
  }
  const selectRuns = dialect.lookUp({
    name: 'reconciliations of entries',
    columns: runColumns,
    from: 'reconciliations r',
    keys: [['r.id', 'text']],
  })

  /** The entries in rows, of runs that stand, each with its run. */
  async function found(rows: readonly StandingRow[]): Promise<readonly FoundEntry[]> {
    const ids = [...new Set(rows.map(({ runId }) => runId))]
    const read = await Promise.all(selectRuns(ids.map((id) => [id])).map((one) => ask<RunRow>(one)))
    const runs = new Map(read.flat().map((row) => [row.id, runOf(row)]))
    return rows.flatMap((row): FoundEntry[] => {
      const run = runs.get(row.runId)
      return run?.ended && run.withdrawn === null ? [{ run, entry: standingOf(row) }] : []
    })
  }

  return {
    about: async (transactionId) => found(await ask<StandingRow>({ ...select, values: [transactionId] })),
    async alike({ network, amountMinor, currency, atMs, withinMs }) {
      const values = [amountMinor, currency, atMs + withinMs, atMs, network]
      return found(await ask<StandingRow>({ ...selectAlike, values }))
    },
    findExceptions: async (query) => found(await ask<StandingRow>(selectExceptions(dialect, query))),
  }
}

function selectExceptions(
  dialect: Dialect,
  { isOpen, network, bucket, direction, why, owner, fromMs, toMs, before, limit }: ExceptionQuery,
): SqlStatement {
  const values: unknown[] = []
  const value = (given: unknown) => `$${values.push(given)}`
  const conditions = [
    isOneOf('e.bucket', exceptions),
    stands,
    `d.sequence IS ${isOpen ? '' : 'NOT '}NULL`,
    ...(network === undefined ? [] : [`r.network = ${value(network)}`]),
    ...(bucket === undefined ? [] : [`e.bucket = ${value(bucket)}`]),
    ...(direction === undefined ? [] : [`e.direction = ${value(direction)}`]),
    ...(why === undefined ? [] : [`e.why = ${value(why)}`]),
    ...(owner === undefined ? [] : [owner === null ? 'o.owner IS NULL' : `o.owner = ${value(owner)}`]),
    ...(fromMs === undefined ? [] : [`e.at_ms >= CAST(${value(fromMs)} AS ${dialect.types.integer})`]),
    ...(toMs === undefined ? [] : [`e.at_ms < CAST(${value(toMs)} AS ${dialect.types.integer})`]),
    ...(before ? [`(e.run_id, e.item) < (${value(before.runId)}, ${value(before.item)})`] : []),
  ]
  return {
    text: `SELECT ${standingColumns} FROM reconciliation_entries e
      ${dialect.joinFound('reconciliations', 'r', 'r.id = e.run_id')} ${latestNotes}
      WHERE ${conditions.join(' AND ')}
      ORDER BY e.run_id DESC, e.item DESC LIMIT CAST(${value(limit)} AS ${dialect.types.integer})`,
    values,
  }
}
