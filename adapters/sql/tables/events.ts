import type { AccountEvent } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../table.ts'
import { type CauseRow, causeColumns, causeOf, causeParents } from './balancesAndPostings.ts'

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

/**
 * How many events of an account are entered into its lists at once: an index would be written to with every payment. The
 * latest ones, which are not entered yet, are found without it.
 */
export const enteredTogether = 64

const entered = (name: string) => [name, 'text', () => null] as const

/** An account's events by type. */
export const eventLists = {
  name: 'event_lists',
  columns: [entered('account_id'), entered('type'), ['sequence', 'integer', () => null]],
  key: ['account_id', 'type', 'sequence'],
} satisfies Table

/** An account's transactions that have ended by what many of them have in common, in the order of their ids. */
export const transactionLists = {
  name: 'transaction_lists',
  columns: ['account_id', 'currency', 'network', 'kind', 'state', 'id'].map(entered),
  key: ['account_id', 'currency', 'network', 'kind', 'state', 'id'],
} satisfies Table

/** An account's transactions that have ended by phone number, in the order of their ids. */
export const phoneLists = {
  name: 'phone_lists',
  columns: ['account_id', 'phone_number', 'id'].map(entered),
  key: ['account_id', 'phone_number', 'id'],
} satisfies Table
