import type { Table } from '../engine/table.ts'

/**
 * How many events of an account are entered into its lists at once: an index would be written with every payment. The
 * latest ones, which are not entered yet, are found without it.
 */
export const enteredTogether = 64

const entered = (name: string) => [name, 'text', () => null] as const

/** An account's events by type. */
export const eventLists = {
  name: 'event_lists',
  moves: 'derived',
  columns: [entered('account_id'), entered('type'), ['sequence', 'integer', () => null]],
  key: ['account_id', 'type', 'sequence'],
} satisfies Table

/** An account's transactions that have ended, by their common properties, in the order of their ids. */
export const transactionLists = {
  name: 'transaction_lists',
  moves: 'derived',
  columns: ['account_id', 'currency', 'network', 'kind', 'state', 'id'].map(entered),
  key: ['account_id', 'currency', 'network', 'kind', 'state', 'id'],
} satisfies Table

/** An account's transactions that have ended by phone number, in the order of their ids. */
export const phoneLists = {
  name: 'phone_lists',
  moves: 'derived',
  columns: ['account_id', 'phone_number', 'id'].map(entered),
  key: ['account_id', 'phone_number', 'id'],
} satisfies Table
