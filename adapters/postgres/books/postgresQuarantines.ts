import type { BooksPoint, Quarantine, Quarantines } from '../../../core/sente.ts'
import { isTaken } from '../connection/errors.ts'
import type { Ask } from '../connection/statement.ts'
import type { Write } from '../connection/writer.ts'

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

/** The quarantines in PostgreSQL; only an operator begins one, after a restore by the database's own tools. */
export function postgresQuarantines(ask: Ask, write: Write): Quarantines {
  return {
    all: async () => (await ask<Row>(selectAll)).map(quarantineOf),
    begin: ({ atMs, explanation }) =>
      write(async (using) => {
        const lasting = await using(selectLasting)
        const writes = lasting.length > 0 ? [] : [{ text: insertNew, values: [atMs, explanation] }]
        return { value: lasting.length === 0, writes }
      }).catch((error: unknown) => {
        if (isTaken(error)) return false
        throw error
      }),
    end: ({ atMs, by, because }) =>
      write(async (using) => {
        const lasting = await using(selectLasting)
        const writes = lasting.length === 0 ? [] : [{ text: updateLasting, values: [atMs, by, because] }]
        return { value: lasting.length > 0, writes }
      }),
  }
}

const selectAll = {
  text: `SELECT why, explanation, begun_at_ms AS "begunAtMs", known_id AS "knownId", known_at_ms AS "knownAtMs",
      reached_id AS "reachedId", reached_at_ms AS "reachedAtMs", ended_at_ms AS "endedAtMs", ended_by AS "endedBy", because
    FROM quarantines ORDER BY sequence DESC`,
}

const selectLasting = { text: 'SELECT sequence FROM quarantines WHERE ended_at_ms IS NULL FOR UPDATE' }

const insertNew = `
  INSERT INTO quarantines (why, begun_at_ms, explanation, known_id, known_at_ms)
  SELECT 'by_operator', $1::bigint, $2::text, t.id, t.created_at_ms
  FROM (SELECT 1) AS always LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY id DESC LIMIT 1) t ON TRUE`

const updateLasting = `
  UPDATE quarantines SET ended_at_ms = $1, ended_by = $2, because = $3 WHERE ended_at_ms IS NULL`

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
