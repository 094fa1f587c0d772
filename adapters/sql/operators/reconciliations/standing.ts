import type { EntryNote, FoundEntry, Reconciliations, StandingEntry } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { type EntryRow, entryColumns, entryOf, type RunRow, runColumns, runOf } from './tables.ts'

/** An entry beside the latest notes about it. */
export type StandingRow = EntryRow & {
  readonly owner: string | null
  readonly by: string | null
  readonly because: string | null
  readonly resolvedAtMs: bigint | null
  readonly recordedId: string | null
}

/** The columns of an entry `e` as it stands now, beside {@link latestNotes}. */
export const standingColumns = `${entryColumns}, o.owner, d.made_by AS "by", d.because, d.at_ms AS "resolvedAtMs",
  d.transaction_id AS "recordedId"`

/** The latest notes about an entry `e`: who has it, and that it is done with. */
export const latestNotes = `LEFT JOIN reconciliation_notes o ON o.sequence = (${latestNote('assigned')})
  LEFT JOIN reconciliation_notes d ON d.sequence = (${latestNote('resolved')})`

function latestNote(kind: EntryNote['kind']): string {
  return `SELECT max(n.sequence) FROM reconciliation_notes n
    WHERE n.run_id = e.run_id AND n.item = e.item AND n.kind = '${kind}'`
}

/** The entry in a row. */
export function standingOf({ owner, by, because, resolvedAtMs, recordedId, ...row }: StandingRow): StandingEntry {
  const isResolved = by !== null && because !== null
  const resolved = isResolved ? { by, because, atMs: Number(resolvedAtMs), transactionId: recordedId } : null
  return { ...entryOf(row), owner, resolved }
}

/** Finds what is about a transaction, each way by an index of its own. */
export function entriesAbout({ dialect, ask }: Pick<Engine, 'dialect' | 'ask'>): Pick<Reconciliations, 'about'> {
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
  const selectRuns = dialect.lookUp({
    name: 'reconciliations of entries',
    columns: runColumns,
    from: 'reconciliations r',
    keys: [['r.id', 'text']],
  })

  return {
    async about(transactionId) {
      const entries = await ask<StandingRow>({ ...select, values: [transactionId] })
      const ids = [...new Set(entries.map(({ runId }) => runId))]
      const found = await Promise.all(selectRuns(ids.map((id) => [id])).map((read) => ask<RunRow>(read)))
      const runs = new Map(found.flat().map((row) => [row.id, runOf(row)]))
      return entries.flatMap((row): FoundEntry[] => {
        const run = runs.get(row.runId)
        return run?.ended ? [{ run, entry: standingOf(row) }] : []
      })
    },
  }
}
