import type { Funding } from '../../../core/sente.ts'
import { type Column, isOneOf, type Stored, selected, type Table } from '../engine/table.ts'

/** The columns of a funding or withdrawal. */
export const fundingTable: readonly Column<Funding>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['reference', 'text', ({ reference }) => reference],
  [
    'kind',
    'text',
    ({ kind }) => kind,
    `CONSTRAINT funding_kind_is_known CHECK ${isOneOf('kind', ['fund', 'withdraw'])}`,
  ],
  ['currency', 'text', ({ currency }) => currency],
  [
    'amount_minor',
    'integer',
    ({ amountMinor }) => amountMinor,
    'CONSTRAINT funding_above_zero CHECK (amount_minor > 0)',
  ],
  [
    'because',
    'text?',
    ({ because }) => because,
    "CONSTRAINT withdrawal_has_because CHECK (kind <> 'withdraw' OR because IS NOT NULL)",
  ],
  ['at_ms', 'integer', ({ atMs }) => atMs],
]

/** Fundings and withdrawals. */
export const fundings = {
  name: 'fundings',
  moves: 'copied',
  columns: fundingTable,
  key: ['account_id', 'reference'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  indexes: [
    'fundings_by_time ON fundings (at_ms, account_id, reference)',
    'fundings_by_account_and_time ON fundings (account_id, at_ms, reference)',
  ],
} satisfies Table

/** A funding's row. */
export type FundingRow = Stored<Funding, 'atMs'>

/** The columns of the row of a funding `f`. */
export const fundingColumns = selected(fundings.columns, 'f')

/** The funding in a row. */
export function fundingOf({ accountId, reference, kind, currency, amountMinor, because, atMs }: FundingRow): Funding {
  return { accountId, reference, kind, currency, amountMinor, because, atMs: Number(atMs) }
}
