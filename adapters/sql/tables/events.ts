import type { AccountEvent } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../engine/table.ts'
import { type CauseRow, causeColumns, causeOf, causeParents } from './postings.ts'

/** What has happened to accounts. */
export const events = {
  name: 'events',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['sequence', 'integer', ({ sequence }) => sequence, 'CONSTRAINT sequence_above_zero CHECK (sequence > 0)'],
    ...causeColumns,
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<AccountEvent>[],
  key: ['account_id', 'sequence'],
  constraints: ['CONSTRAINT event_has_one_cause CHECK ((transaction_id IS NULL) <> (funding_reference IS NULL))'],
  parents: ['(account_id) REFERENCES accounts (id)', ...causeParents],
  stays: 'all',
} satisfies Table

/** An event's row. */
export type EventRow = Stored<Omit<AccountEvent, 'cause'>, 'sequence' | 'atMs'> & CauseRow

/** The columns of the row of an event `e`. */
export const eventColumns = selected(events.columns, 'e')

/** The event in a row. */
export function eventOf({ accountId, sequence, atMs, ...cause }: EventRow): AccountEvent {
  return { accountId, sequence: Number(sequence), cause: causeOf(cause), atMs: Number(atMs) }
}
