import {
  type Acting,
  type Confirmed,
  type Entry,
  type EntryErasure,
  type EntryNote,
  type EntryRecord,
  lowestIdAt,
  numberedRows,
  type Reconciliations,
  type Run,
} from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { isOneOf, type Stored } from '../../engine/table.ts'
import type { AnnotationRow } from '../../tables/annotations.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { comparedPayments } from './comparedPayments.ts'
import { reconciliationFigures } from './figures.ts'
import { foundEntries, latestNotes, type StandingRow, standingColumns, standingOf } from './standing.ts'
import {
  endColumns,
  entries,
  entryKeys,
  erasedColumns,
  type NoteRow,
  noteColumns,
  noteOf,
  notes,
  type RunRow,
  runColumns,
  runOf,
  stands,
  reconciliations as table,
  withdrawalColumns,
} from './tables.ts'

/** The stored comparisons with networks' files. */
export function reconciliations(engine: Engine): Reconciliations {
  const { dialect, ask, write } = engine
  const { integer } = dialect.types
  const beside = actionBeside(dialect)
  const insertRun = dialect.insert<Run>(table.name, table.columns)
  const insertEntries = dialect.insert<EntryRecord>(entries.name, entries.columns)
  const insertNotes = dialect.insert<EntryNote>(notes.name, notes.columns)
  const erase = dialect.update<Pick<EntryRecord, 'runId'> & EntryErasure>(entries.name, {
    keys: entryKeys,
    columns: erasedColumns,
  })
  const selectNumbers = {
    name: 'phone numbers of a reconciliation',
    text: `SELECT e.item, e.at_ms AS "atMs", e.phone_number AS "phoneNumber" FROM reconciliation_entries e
      WHERE e.run_id = $1 AND e.item > CAST($2 AS ${integer}) ORDER BY e.item LIMIT CAST($3 AS ${integer})`,
  }
  const lockRun = {
    name: 'lock reconciliations of a file',
    text: `SELECT ${runColumns} FROM reconciliations r WHERE r.digest = (SELECT o.digest FROM reconciliations o WHERE o.id = $1)
      ORDER BY r.id ${dialect.lock('r')}`,
  }
  const ofDigest = {
    name: 'reconciliation of a file',
    text: `SELECT ${runColumns} FROM reconciliations r WHERE r.digest = $1 AND ${stands}`,
  }
  const selectRuns = {
    name: 'reconciliations',
    text: `SELECT ${runColumns} FROM reconciliations r ORDER BY r.id DESC LIMIT CAST($1 AS ${integer})`,
  }
  const selectRun = { name: 'reconciliation', text: `SELECT ${runColumns} FROM reconciliations r WHERE r.id = $1` }
  const selectNotes = {
    name: 'notes of an entry',
    text: `SELECT ${noteColumns} FROM reconciliation_notes n
      WHERE n.run_id = $1 AND n.item = CAST($2 AS ${integer}) ORDER BY n.sequence`,
  }
  function writing(writes: readonly SqlStatement[], acting?: Acting): Promise<void> {
    const action = beside(acting)
    return write({
      reads: action.reads,
      decide: (found) => ({ value: undefined, writes: [...writes, ...action.made(found).writes] }),
    })
  }
  const runBy = async (select: { name: string; text: string }, value: string) => {
    const [row] = await ask<RunRow>({ ...select, values: [value] })
    return row && runOf(row)
  }

  return {
    ofDigest: (digest) => runBy(ofDigest, digest),
    begin: (run) => writing(insertRun([run])),
    add: (runId, added) => writing(insertEntries(added.map((entry) => ({ ...entry, runId })))),
    end(runId, end, acting) {
      const action = beside(acting)
      return write({
        reads: [{ ...lockRun, values: [runId] }, ...action.reads],
        decide([rows = [], ...found]) {
          const isFirst = (rows as RunRow[]).every(({ id, endedAtMs, withdrawnAtMs }) =>
            withdrawnAtMs === null ? endedAtMs === null : id !== runId,
          )
          const values = [...endColumns.map(([, , value]) => value(end)), runId]
          return { value: isFirst, writes: isFirst ? [{ ...endRun, values }, ...action.made(found).writes] : [] }
        },
      })
    },
    withdraw(runId, withdrawal, acting) {
      const values = [...withdrawalColumns.map(([, , value]) => value(withdrawal)), runId]
      return writing([{ ...withdrawRun, values }], acting)
    },
    async madeOf(runId) {
      const [notes, moves] = await Promise.all([
        ask<NotedRow>({ ...selectNoted, values: [runId] }),
        ask<{ readonly reference: string }>({ ...selectMoved, values: [runId] }),
      ])
      return {
        noted: notes.map(({ transactionId }) => transactionId),
        decided: notes.filter(({ kind }) => kind === 'resolution').map(({ transactionId }) => transactionId),
        moves: moves.map(({ reference }) => reference),
      }
    },
    runs: async ({ limit }) => (await ask<RunRow>({ ...selectRuns, values: [limit] })).map(runOf),
    run: (id) => runBy(selectRun, id),
    async entries({ runId, buckets = [], open, after = 0, limit }) {
      const inBuckets = buckets.length === 0 ? '' : `AND ${isOneOf('e.bucket', buckets)}`
      const rows = await ask<StandingRow>({
        text: `SELECT ${standingColumns} FROM reconciliation_entries e ${latestNotes}
          WHERE e.run_id = $1 AND e.item > CAST($2 AS ${integer}) ${inBuckets}
            ${open ? 'AND d.sequence IS NULL' : ''}
          ORDER BY e.item LIMIT CAST($3 AS ${integer})`,
        values: [runId, after, limit],
      })
      return rows.map(standingOf)
    },
    note: (added, acting) => writing(insertNotes(added), acting),
    notes: async ({ runId, item }) => (await ask<NoteRow>({ ...selectNotes, values: [runId, item] })).map(noteOf),
    async phoneNumbers({ runId, after, limit }) {
      const found = await ask<Stored<Entry, 'item' | 'atMs'>>({ ...selectNumbers, values: [runId, after, limit] })
      return numberedRows(
        found.map((row) => ({ ...row, item: Number(row.item), atMs: Number(row.atMs) })),
        limit,
      )
    },
    erasePhoneNumbers: (runId, erasures, acting) => writing(erase(erasures.map((one) => ({ runId, ...one }))), acting),
    async confirmed({ fromMs }) {
      const rows = await ask<ConfirmedRow>({ ...selectConfirmed(dialect.types), values: [lowestIdAt(fromMs)] })
      return rows.map(confirmedOf)
    },
    ...comparedPayments(engine),
    ...foundEntries(engine),
    ...reconciliationFigures(engine),
  }
}

const withdrawRun = {
  name: 'withdraw reconciliation',
  text: `UPDATE reconciliations SET ${withdrawalColumns.map(([name], place) => `${name} = $${place + 1}`).join(', ')}
    WHERE id = $${withdrawalColumns.length + 1} AND withdrawn_at_ms IS NULL`,
}

type NotedRow = Pick<AnnotationRow, 'transactionId' | 'kind'>

const selectNoted = {
  name: 'annotations of a reconciliation',
  text: `SELECT n.transaction_id AS "transactionId", n.kind FROM annotations n WHERE n.run_id = $1 ORDER BY n.sequence`,
}

const selectMoved = {
  name: 'moves of a reconciliation',
  text: `SELECT m.reference FROM operator_moves m WHERE m.run_id = $1 ORDER BY m.sequence`,
}

const endRun = {
  name: 'end reconciliation',
  text: `UPDATE reconciliations SET ${endColumns.map(([name], place) => `${name} = $${place + 1}`).join(', ')}
    WHERE id = $${endColumns.length + 1}`,
}

/** The confirmed amounts, by network and currency. An unmatched payment's id shows its age. */
function selectConfirmed({ text, integer }: Dialect['types']): SqlStatement {
  return {
    name: 'confirmed',
    text: `SELECT c.network, c.currency, c.total AS "totalMinor", c.confirmed AS "confirmedMinor",
        c.oldest AS "oldestId", t.created_at_ms AS "oldestAtMs"
      FROM (
        SELECT p.network, p.currency, CAST(sum(p.amount_minor) AS ${integer}) AS total,
          CAST(sum(CASE WHEN p.is_matched THEN p.amount_minor ELSE 0 END) AS ${integer}) AS confirmed,
          min(CASE WHEN p.is_matched THEN NULL ELSE p.id END) AS oldest
        FROM (
          SELECT t.id, t.network, t.currency, t.amount_minor, EXISTS (
            SELECT 1 FROM reconciliation_entries e JOIN reconciliations r ON r.id = e.run_id
            WHERE e.transaction_id = t.id AND e.bucket = 'matched' AND ${stands}
          ) OR EXISTS (SELECT 1 FROM reconciliation_notes n WHERE n.transaction_id = t.id) AS is_matched
          FROM transactions t WHERE t.id >= CAST($1 AS ${text}) AND t.state = 'succeeded'
        ) AS p GROUP BY p.network, p.currency
      ) AS c LEFT JOIN transactions t ON t.id = c.oldest ORDER BY c.network, c.currency`,
  }
}

type ConfirmedRow = Stored<Pick<Confirmed, 'network' | 'currency'>, never> & {
  readonly totalMinor: bigint
  readonly confirmedMinor: bigint
  readonly oldestId: string | null
  readonly oldestAtMs: bigint | null
}

function confirmedOf({ oldestId, oldestAtMs, ...confirmed }: ConfirmedRow): Confirmed {
  const oldest = oldestId === null ? null : { transactionId: oldestId, createdAtMs: Number(oldestAtMs) }
  return { ...confirmed, oldest }
}
