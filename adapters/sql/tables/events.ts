import type { AccountEvent } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../engine/table.ts'
import { type CauseRow, causeColumns, causeNames, causeOf, causeParents, hasOneOf } from './postings.ts'

/** The events of accounts. */
export const events = {
  name: 'events',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['sequence', 'integer', ({ sequence }) => sequence, 'CONSTRAINT sequence_above_zero CHECK (sequence > 0)'],
    ...causeColumns.map(
      ([name, type, value]): Column<AccountEvent> => [
        name,
        type,
        ({ cause }) => ('key' in cause ? null : value({ cause })),
      ],
    ),
    ['key_id', 'text?', ({ cause }) => ('key' in cause ? cause.key : null)],
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<AccountEvent>[],
  key: ['account_id', 'sequence'],
  constraints: [`CONSTRAINT event_has_one_cause ${hasOneOf([...causeNames, 'key_id'])}`],
  parents: ['(account_id) REFERENCES accounts (id)', ...causeParents],
  uniqueIndexes: ['one_event_of_a_key ON events (account_id, key_id) WHERE key_id IS NOT NULL'],
  stays: 'all',
} satisfies Table

/** An event's row. */
export type EventRow = Stored<Omit<AccountEvent, 'cause'>, 'sequence' | 'atMs'> &
  CauseRow & { readonly keyId: string | null }

/** The columns of the row of an event `e`. */
export const eventColumns = selected(events.columns, 'e')

/** The event in a row. */
export function eventOf({ accountId, sequence, atMs, keyId, ...cause }: EventRow): AccountEvent {
  const ofKey = keyId === null ? undefined : { key: keyId }
  return { accountId, sequence: Number(sequence), cause: ofKey ?? causeOf(cause), atMs: Number(atMs) }
}
