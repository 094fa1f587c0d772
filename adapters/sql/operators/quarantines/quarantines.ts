import type { Quarantines } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { type QuarantineRow, quarantineColumns, quarantineOf } from './tables.ts'

/** The stored quarantines. Only an operator begins one here. */
export function quarantines({ dialect, ask, write }: Engine): Quarantines {
  const beside = actionBeside(dialect)
  const lasting = {
    name: 'lasting quarantine',
    text: `SELECT q.sequence FROM quarantines q WHERE q.ended_at_ms IS NULL ${dialect.lock('q')}`,
  }
  const begin = { name: 'begin quarantine', text: insertNew(dialect.types.integer) }
  return {
    all: async () => (await ask<QuarantineRow>(selectAll)).map(quarantineOf),
    begin({ atMs, explanation }, acting) {
      const action = beside(acting)
      return write({
        reads: [lasting, ...action.reads],
        decide([rows = [], ...found]) {
          if (rows.length > 0) return { value: false, writes: [] }
          return { value: true, writes: [{ ...begin, values: [atMs, explanation] }, ...action.made(found).writes] }
        },
      })
    },
    end({ atMs, by, because }, acting) {
      const action = beside(acting)
      return write({
        reads: [lasting, ...action.reads],
        decide([rows = [], ...found]) {
          if (rows.length === 0) return { value: false, writes: [] }
          return { value: true, writes: [{ ...endLasting, values: [atMs, by, because] }, ...action.made(found).writes] }
        },
      })
    },
  }
}

const selectAll = {
  name: 'quarantines',
  text: `SELECT ${quarantineColumns} FROM quarantines q ORDER BY q.sequence DESC`,
}

/** Begins a quarantine for an operator, with the latest transaction that the books know. */
export function insertNew(integer: string): string {
  return `
    INSERT INTO quarantines (why, begun_at_ms, explanation, known_id, known_at_ms)
    SELECT 'by_operator', CAST($1 AS ${integer}), CAST($2 AS TEXT), t.id, t.created_at_ms FROM (SELECT 1) AS always
    LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY id DESC LIMIT 1) AS t ON TRUE`
}

const endLasting = {
  name: 'end quarantine',
  text: 'UPDATE quarantines SET ended_at_ms = $1, ended_by = $2, because = $3 WHERE ended_at_ms IS NULL',
}
