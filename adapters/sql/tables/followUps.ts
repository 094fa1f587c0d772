import type { Transaction } from '../../../core/sente.ts'
import type { Column, Table } from '../engine/table.ts'

/** The key columns of the follow-up of a transaction. */
export const followUpKeys: readonly Column<Transaction>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['transaction_id', 'text', ({ id }) => id],
]

/** The moment and network of the next question. */
export const followUpColumns: readonly Column<Transaction>[] = [
  ['network', 'text', ({ network }) => network],
  ['currency', 'text', ({ currency }) => currency],
  ['ask_at_ms', 'integer?', ({ followUp }) => followUp.askAtMs],
]

/** The claim of a follow-up. Every write of its transaction ends it. Where one process serves, claims are in memory. */
export const leaseColumns: readonly Column<Transaction>[] = [
  ['leased_at_ms', 'integer?', () => null],
  ['leased_until_ms', 'integer?', () => null],
]

/** Transactions that are open or still asked about. Its rows come and go. */
export const followUps = {
  name: 'follow_ups',
  moves: 'derived',
  columns: [...followUpKeys, ...followUpColumns, ...leaseColumns],
  key: ['account_id', 'transaction_id'],
  constraints: ['CONSTRAINT lease_is_whole CHECK ((leased_at_ms IS NULL) = (leased_until_ms IS NULL))'],
  parents: ['(transaction_id) REFERENCES transactions (id)'],
  indexes: ['follow_ups_by_time ON follow_ups (network, currency, ask_at_ms)'],
  fill: 50,
} satisfies Table
