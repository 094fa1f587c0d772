import type { BooksPoint, Quarantine, Quarantines } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'

type Row = Pick<Quarantine, 'why' | 'explanation'> & {
  readonly begunAtMs: bigint
  readonly knownId: string | null
  readonly knownAtMs: bigint | null
  readonly reachedId: string | null
  readonly reachedAtMs: bigint | null
  readonly endedAtMs: bigint | null
  readonly endedBy: string | null
  readonly because: string | null
}

type Unserved = { readonly copiedAtMs: bigint; readonly id: string | null; readonly createdAtMs: bigint | null }

/** The quarantines in SQLite. That of a restored database begins when it is opened to be served. */
export function sqliteQuarantines({ database, read, write }: StoreAccess): Quarantines {
  const all = database.prepare<[], Row>(
    `SELECT why, explanation, begun_at_ms AS begunAtMs, known_id AS knownId, known_at_ms AS knownAtMs,
       reached_id AS reachedId, reached_at_ms AS reachedAtMs, ended_at_ms AS endedAtMs, ended_by AS endedBy, because
     FROM quarantines ORDER BY sequence DESC`,
  )
  // A restored database that has not been served yet is quarantined already.
  const unserved = database.prepare<[], Unserved>(
    `SELECT copied_at_ms AS copiedAtMs, t.id, t.created_at_ms AS createdAtMs
     FROM meta LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY sequence DESC LIMIT 1) t
     WHERE copied_at_ms IS NOT NULL`,
  )
  const begin = database.prepare(
    `INSERT INTO quarantines (why, begun_at_ms, explanation, known_id, known_at_ms)
     SELECT 'by_operator', @atMs, @explanation, t.id, t.created_at_ms
     FROM (SELECT 1) LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY sequence DESC LIMIT 1) t
     WHERE NOT EXISTS (SELECT 1 FROM quarantines WHERE ended_at_ms IS NULL)`,
  )
  const end = database.prepare(
    'UPDATE quarantines SET ended_at_ms = @atMs, ended_by = @by, because = @because WHERE ended_at_ms IS NULL',
  )
  return {
    all: () =>
      read(() => {
        const copy = unserved.get()
        const kept = all.all().map(quarantineOf)
        return copy ? [restored(copy), ...kept.filter(({ ended }) => ended !== null)] : kept
      }),
    begin: (quarantine) => write(() => begin.run(quarantine).changes === 1),
    end: (ending) => write(() => end.run(ending).changes === 1),
  }
}

function restored({ copiedAtMs, id, createdAtMs }: Unserved): Quarantine {
  const begunAtMs = Number(copiedAtMs)
  const known = pointOf(id, createdAtMs)
  return { why: 'restored_backup', begunAtMs, explanation: null, known, reached: null, ended: null }
}

function quarantineOf(row: Row): Quarantine {
  const { why, explanation, endedAtMs, endedBy: by, because } = row
  return {
    why,
    begunAtMs: Number(row.begunAtMs),
    explanation,
    known: pointOf(row.knownId, row.knownAtMs),
    reached: pointOf(row.reachedId, row.reachedAtMs),
    ended: endedAtMs === null || by === null || because === null ? null : { atMs: Number(endedAtMs), by, because },
  }
}

function pointOf(transactionId: string | null, createdAtMs: bigint | null): BooksPoint | null {
  return transactionId === null ? null : { transactionId, createdAtMs: Number(createdAtMs) }
}
