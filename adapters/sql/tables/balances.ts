import type { StoredBalance } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../engine/table.ts'

/** The key columns of a balance. */
export const balanceKeys: readonly Column<StoredBalance>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['currency', 'text', ({ currency }) => currency],
]

/** The columns that a posting changes. */
export const balanceValues: readonly Column<StoredBalance>[] = [
  [
    'available_minor',
    'integer',
    ({ availableMinor }) => availableMinor,
    'CONSTRAINT available_not_negative CHECK (available_minor >= 0)',
  ],
  ['held_minor', 'integer', ({ heldMinor }) => heldMinor, 'CONSTRAINT held_not_negative CHECK (held_minor >= 0)'],
  ['postings', 'integer', ({ postings }) => postings, 'CONSTRAINT postings_not_negative CHECK (postings >= 0)'],
  ['posted_at_ms', 'integer', ({ postedAtMs }) => postedAtMs],
]

/** The balance of an account in a currency. */
export const balances = {
  name: 'balances',
  moves: 'copied',
  columns: [...balanceKeys, ...balanceValues],
  key: ['account_id', 'currency'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  fill: 50,
} satisfies Table

/** The columns of the row of a balance `b`. */
export const balanceColumns = selected(balances.columns, 'b')

/** A balance's row. */
export type StoredBalanceRow = Stored<StoredBalance, 'postedAtMs'>

/** The balance in a row. */
export function balanceOf({ postedAtMs, ...row }: StoredBalanceRow): StoredBalance {
  return { ...row, postedAtMs: Number(postedAtMs) }
}

/** The columns, without the ones that only the store needs for its postings. */
export const balanceRowColumns = selected(
  balances.columns.filter(([name]) => name !== 'postings' && name !== 'posted_at_ms'),
  'b',
)
