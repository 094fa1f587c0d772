import type { ChannelStop } from '../../../../core/sente.ts'
import { type Column, selected, type Table } from '../../engine/table.ts'

/** The stops of channels to networks, with their reasons. */
export const channelStops = {
  name: 'channel_stops',
  moves: 'copied',
  columns: [
    ['network', 'text', ({ network }) => network],
    ['currency', 'text', ({ currency }) => currency],
    ['kind', 'text', ({ kind }) => kind],
    ['cause', 'text', ({ cause }) => cause],
    ['access', 'text', ({ access }) => access],
    ['begun_at_ms', 'integer', ({ begunAtMs }) => begunAtMs],
    ['begun_by', 'text?', ({ by }) => by],
    ['because', 'text', ({ because }) => because],
    ['ended_at_ms', 'integer?', ({ ended }) => ended?.atMs ?? null],
    ['ended_by', 'text?', ({ ended }) => ended?.by ?? null],
    ['ended_because', 'text?', ({ ended }) => ended?.because ?? null],
  ] satisfies readonly Column<ChannelStop>[],
  key: 'arrival',
  constraints: ['CONSTRAINT stop_end_is_whole CHECK ((ended_at_ms IS NULL) = (ended_because IS NULL))'],
  uniqueIndexes: ['one_stop_lasts ON channel_stops (network, currency, kind, cause, access) WHERE ended_at_ms IS NULL'],
  stays: { when: 'OLD.ended_at_ms IS NOT NULL' },
} satisfies Table

/** The row of a stop. */
export type ChannelStopRow = Pick<ChannelStop, 'network' | 'currency' | 'kind' | 'cause' | 'access' | 'because'> & {
  readonly begunAtMs: bigint
  readonly begunBy: string | null
  readonly endedAtMs: bigint | null
  readonly endedBy: string | null
  readonly endedBecause: string | null
}

/** The columns of the row of a stop `s`. */
export const channelStopColumns = selected(channelStops.columns, 's')

/** The stop in a row. */
export function channelStopOf(row: ChannelStopRow): ChannelStop {
  const { begunAtMs, begunBy, endedAtMs, endedBy, endedBecause, ...stop } = row
  return {
    ...stop,
    begunAtMs: Number(begunAtMs),
    by: begunBy,
    ended: endedAtMs === null ? null : { atMs: Number(endedAtMs), by: endedBy, because: endedBecause ?? '' },
  }
}
