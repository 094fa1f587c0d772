import type { Quarantine } from '../../../../core/sente.ts'
import { type Column, selected, type Table } from '../../engine/table.ts'

/** The stops of payments, with their reasons. */
export const quarantines = {
  name: 'quarantines',
  moves: 'copied',
  columns: [
    ['why', 'text', ({ why }) => why],
    ['begun_at_ms', 'integer', ({ begunAtMs }) => begunAtMs],
    ['explanation', 'text?', ({ explanation }) => explanation],
    ['known_id', 'text?', ({ known }) => known?.transactionId ?? null],
    ['known_at_ms', 'integer?', ({ known }) => known?.createdAtMs ?? null],
    ['reached_id', 'text?', ({ reached }) => reached?.transactionId ?? null],
    ['reached_at_ms', 'integer?', ({ reached }) => reached?.createdAtMs ?? null],
    ['ended_at_ms', 'integer?', ({ ended }) => ended?.atMs ?? null],
    ['ended_by', 'text?', ({ ended }) => ended?.by ?? null],
    ['because', 'text?', ({ ended }) => ended?.because ?? null],
  ] satisfies readonly Column<Quarantine>[],
  key: 'arrival',
  constraints: [
    'CONSTRAINT known_is_whole CHECK ((known_id IS NULL) = (known_at_ms IS NULL))',
    'CONSTRAINT reached_is_whole CHECK ((reached_id IS NULL) = (reached_at_ms IS NULL))',
    `CONSTRAINT end_is_whole
      CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL) AND (ended_at_ms IS NULL) = (because IS NULL))`,
  ],
  uniqueIndexes: ['one_quarantine_lasts ON quarantines ((ended_at_ms IS NULL)) WHERE ended_at_ms IS NULL'],
  stays: { when: 'OLD.ended_at_ms IS NOT NULL' },
} satisfies Table

/** A quarantine's row. */
export type QuarantineRow = Pick<Quarantine, 'why' | 'explanation'> & {
  readonly begunAtMs: bigint
  readonly knownId: string | null
  readonly knownAtMs: bigint | null
  readonly reachedId: string | null
  readonly reachedAtMs: bigint | null
  readonly endedAtMs: bigint | null
  readonly endedBy: string | null
  readonly because: string | null
}

/** The columns of the row of a quarantine `q`. */
export const quarantineColumns = selected(quarantines.columns, 'q')

/** The quarantine in a row. */
export function quarantineOf(row: QuarantineRow): Quarantine {
  const { why, begunAtMs, explanation, knownId, knownAtMs, reachedId, reachedAtMs, endedAtMs, endedBy, because } = row
  return {
    why,
    begunAtMs: Number(begunAtMs),
    explanation,
    known: pointOf(knownId, knownAtMs),
    reached: pointOf(reachedId, reachedAtMs),
    ended: endedAtMs === null ? null : { atMs: Number(endedAtMs), by: endedBy ?? '', because: because ?? '' },
  }
}

function pointOf(transactionId: string | null, atMs: bigint | null): Quarantine['known'] {
  return transactionId === null ? null : { transactionId, createdAtMs: Number(atMs) }
}
