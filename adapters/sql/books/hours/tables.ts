import type { AccountHour, ChannelHour, EndedSum } from '../../../../core/sente.ts'
import type { Column, Table } from '../../engine/table.ts'

const sumColumns: readonly Column<EndedSum>[] = [
  ['succeeded', 'integer', ({ succeeded }) => succeeded],
  ['failed', 'integer', ({ failed }) => failed],
  ['amount_minor', 'integer', ({ amountMinor }) => amountMinor],
  ['fees_minor', 'integer', ({ feesMinor }) => feesMinor],
]

/** The names of the columns that are added up. */
export const sumNames = sumColumns.map(([name]) => name)

/** The sums of an account's hour. */
export type OwnedHour = AccountHour & { readonly accountId: string }

/** Ended payments by account and hour, of the payments that are added up. */
export const accountHourTable = {
  name: 'account_hours',
  moves: 'derived',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['from_ms', 'integer', ({ fromMs }) => fromMs],
    ['currency', 'text', ({ currency }) => currency],
    ['network', 'text', ({ network }) => network],
    ['kind', 'text', ({ kind }) => kind],
    ...sumColumns,
  ] satisfies readonly Column<OwnedHour>[],
  key: ['account_id', 'from_ms', 'currency', 'network', 'kind'],
} satisfies Table

/** The same payments by channel, hour and duration. */
export const channelHourTable = {
  name: 'channel_hours',
  moves: 'derived',
  columns: [
    ['from_ms', 'integer', ({ fromMs }) => fromMs],
    ['currency', 'text', ({ currency }) => currency],
    ['network', 'text', ({ network }) => network],
    ['kind', 'text', ({ kind }) => kind],
    ['within_ms', 'integer', ({ withinMs }) => withinMs],
    ...sumColumns,
  ] satisfies readonly Column<ChannelHour>[],
  key: ['from_ms', 'currency', 'network', 'kind', 'within_ms'],
} satisfies Table

/** The last event of an account whose payment, if it has one, is added up. */
export type SummedEvents = { readonly accountId: string; readonly upTo: bigint }

/** The progress of adding up the payments of each account. */
export const summedEvents = {
  name: 'summed_events',
  moves: 'derived',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['sequence', 'integer', ({ upTo }) => upTo],
  ] satisfies readonly Column<SummedEvents>[],
  key: ['account_id'],
} satisfies Table
