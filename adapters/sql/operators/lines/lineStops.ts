import { isSameStop, type LineStop, type LineStops, newStops } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { type LineStopRow, lineStopColumns, lineStopOf, lineStops as table } from './tables.ts'

type LastingRow = LineStopRow & { readonly sequence: bigint }

/** The stops of lines that are stored. */
export function lineStops({ dialect, ask, write }: Engine): LineStops {
  const beside = actionBeside(dialect)
  const lasting = {
    name: 'lock lasting stops',
    text: `SELECT s.sequence, ${lineStopColumns} FROM line_stops s WHERE s.ended_at_ms IS NULL
      ORDER BY s.sequence DESC ${dialect.lock('s')}`,
  }
  // Two transactions may begin the same one at once.
  const insert = dialect.insert<LineStop>(table.name, table.columns, 'ON CONFLICT DO NOTHING')
  const { integer, text } = dialect.types
  const latest = {
    name: 'latest stops',
    text: `SELECT ${lineStopColumns} FROM line_stops s WHERE s.network = coalesce(CAST($1 AS ${text}), s.network)
      ORDER BY s.sequence DESC LIMIT CAST($2 AS ${integer})`,
  }
  return {
    lasting: async () => (await ask<LineStopRow>(selectLasting)).map(lineStopOf),
    latest: async ({ network = null, limit }) =>
      (await ask<LineStopRow>({ ...latest, values: [network, limit] })).map(lineStopOf),
    begin(stops, acting) {
      const action = beside(acting)
      return write({
        reads: [lasting, ...action.reads],
        decide([rows = [], ...found]) {
          const begun = newStops(stops, (rows as LastingRow[]).map(stopOf))
          return { value: begun, writes: [...insert(begun.toReversed()), ...action.made(found, begun).writes] }
        },
      })
    },
    end(stops, ended, acting) {
      const action = beside(acting)
      return write({
        reads: [lasting, ...action.reads],
        decide([rows = [], ...found]) {
          const ending = (rows as LastingRow[]).filter((row) => stops.some((stop) => isSameStop(stop, stopOf(row))))
          const value = ending.map((row) => ({ ...stopOf(row), ended }))
          const end = ({ sequence }: LastingRow) => ({
            ...endOne,
            values: [ended.atMs, ended.by, ended.because, sequence],
          })
          return { value, writes: [...ending.map(end), ...action.made(found, value).writes] }
        },
      })
    },
  }
}

const selectLasting = {
  name: 'lasting stops',
  text: `SELECT ${lineStopColumns} FROM line_stops s WHERE s.ended_at_ms IS NULL ORDER BY s.sequence DESC`,
}

const endOne = {
  name: 'end stop',
  text: 'UPDATE line_stops SET ended_at_ms = $1, ended_by = $2, ended_because = $3 WHERE sequence = $4',
}

function stopOf({ sequence, ...row }: LastingRow): LineStop {
  return lineStopOf(row)
}
