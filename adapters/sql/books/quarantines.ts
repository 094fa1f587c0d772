import type { Quarantines } from '../../../core/sente.ts'
import type { Engine } from '../engine.ts'
import { type QuarantineRow, quarantineColumns, quarantineOf } from '../tables/quarantines.ts'

/** The quarantines that are stored; only an operator begins one here. */
export function quarantines({ dialect, ask, write }: Engine): Quarantines {
  const lasting = {
    name: 'lasting quarantine',
    text: `SELECT q.sequence FROM quarantines q WHERE q.ended_at_ms IS NULL ${dialect.lock('q')}`,
  }
  const begin = { name: 'begin quarantine', text: insertNew(dialect.types.integer) }
  return {
    all: async () => (await ask<QuarantineRow>(selectAll)).map(quarantineOf),
    begin: ({ atMs, explanation }) =>
      write({
        reads: [lasting],
        decide: ([found = []]) => {
          const isFree = found.length === 0
          return { value: isFree, writes: isFree ? [{ ...begin, values: [atMs, explanation] }] : [] }
        },
      }),
    end: ({ atMs, by, because }) =>
      write({
        reads: [lasting],
        decide: ([found = []]) => {
          const isLasting = found.length > 0
          return { value: isLasting, writes: isLasting ? [{ ...endLasting, values: [atMs, by, because] }] : [] }
        },
      }),
  }
}

const selectAll = {
  name: 'quarantines',
  text: `SELECT ${quarantineColumns} FROM quarantines q ORDER BY q.sequence DESC`,
}

/** With the latest transaction that the books know. */
function insertNew(integer: string): string {
  return `
    INSERT INTO quarantines (why, begun_at_ms, explanation, known_id, known_at_ms)
    SELECT 'by_operator', CAST($1 AS ${integer}), CAST($2 AS TEXT), t.id, t.created_at_ms FROM (SELECT 1) AS always
    LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY id DESC LIMIT 1) AS t ON TRUE`
}

const endLasting = {
  name: 'end quarantine',
  text: 'UPDATE quarantines SET ended_at_ms = $1, ended_by = $2, because = $3 WHERE ended_at_ms IS NULL',
}
