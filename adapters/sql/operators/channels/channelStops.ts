import { type ChannelStop, type ChannelStops, isSameStop, newStops } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { type ChannelStopRow, channelStopColumns, channelStopOf, channelStops as table } from './tables.ts'

type LastingRow = ChannelStopRow & { readonly sequence: bigint }

/** The stored stops of channels. */
export function channelStops({ dialect, ask, write }: Engine): ChannelStops {
  const beside = actionBeside(dialect)
  const lasting = {
    name: 'lock lasting stops',
    text: `SELECT s.sequence, ${channelStopColumns} FROM channel_stops s WHERE s.ended_at_ms IS NULL
      ORDER BY s.sequence DESC ${dialect.lock('s')}`,
  }
  // Two transactions may begin the same one at once.
  const insert = dialect.insert<ChannelStop>(table.name, table.columns, 'ON CONFLICT DO NOTHING')
  const { integer, text } = dialect.types
  const latest = {
    name: 'latest stops',
    text: `SELECT ${channelStopColumns} FROM channel_stops s WHERE s.network = coalesce(CAST($1 AS ${text}), s.network)
      ORDER BY s.sequence DESC LIMIT CAST($2 AS ${integer})`,
  }
  return {
    lasting: async () => (await ask<ChannelStopRow>(selectLasting)).map(channelStopOf),
    latest: async ({ network = null, limit }) =>
      (await ask<ChannelStopRow>({ ...latest, values: [network, limit] })).map(channelStopOf),
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
  text: `SELECT ${channelStopColumns} FROM channel_stops s WHERE s.ended_at_ms IS NULL ORDER BY s.sequence DESC`,
}

const endOne = {
  name: 'end stop',
  text: 'UPDATE channel_stops SET ended_at_ms = $1, ended_by = $2, ended_because = $3 WHERE sequence = $4',
}

function stopOf({ sequence, ...row }: LastingRow): ChannelStop {
  return channelStopOf(row)
}
