import type { NumberedPosting, Posting } from '../../../core/sente.ts'
import { type Column, isOneOf, type Stored, selected, type Table } from '../engine/table.ts'

const isLedgerAccount = (column: string) =>
  `CHECK (${isOneOf(column, ['available', 'held', 'funding', 'fees'])} OR ${column} LIKE 'float:_%')`

/** The columns of the cause of a posting or event. Exactly one is not null. */
export const causeColumns: readonly Column<Pick<Posting, 'cause'>>[] = [
  ['transaction_id', 'text?', ({ cause }) => ('transaction' in cause ? cause.transaction : null)],
  ['funding_reference', 'text?', ({ cause }) => ('funding' in cause ? cause.funding : null)],
  ['batch_id', 'text?', ({ cause }) => ('batch' in cause ? cause.batch : null)],
]

/** The names of those columns. */
export const causeNames = causeColumns.map(([name]) => name)

/** The condition that exactly one of some columns is not null. */
export function hasOneOf(columns: readonly string[]): string {
  return `CHECK (${columns.map((column) => `CASE WHEN ${column} IS NULL THEN 0 ELSE 1 END`).join(' + ')} = 1)`
}

/** The foreign keys of those columns. */
export const causeParents = [
  '(transaction_id) REFERENCES transactions (id)',
  '(account_id, funding_reference) REFERENCES fundings (account_id, reference)',
  '(batch_id) REFERENCES payout_batches (id)',
]

/** The movements of money. */
export const postings = {
  name: 'postings',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ posting }) => posting.accountId],
    ['currency', 'text', ({ posting }) => posting.currency],
    ['n', 'integer', ({ n }) => n],
    [
      'from_ledger_account',
      'text',
      ({ posting }) => posting.from,
      `CONSTRAINT from_is_ledger_account ${isLedgerAccount('from_ledger_account')}`,
    ],
    [
      'to_ledger_account',
      'text',
      ({ posting }) => posting.to,
      `CONSTRAINT to_is_ledger_account ${isLedgerAccount('to_ledger_account')}`,
    ],
    [
      'amount_minor',
      'integer',
      ({ posting }) => posting.amountMinor,
      'CONSTRAINT posting_above_zero CHECK (amount_minor > 0)',
    ],
    ...causeColumns.map(
      ([name, type, value]): Column<NumberedPosting> => [name, type, ({ posting }) => value(posting)],
    ),
    ['batch_line', 'integer?', ({ posting }) => posting.batchLine ?? null],
    ['at_ms', 'integer', ({ posting }) => posting.atMs],
  ] satisfies readonly Column<NumberedPosting>[],
  key: ['account_id', 'currency', 'n'],
  constraints: [
    'CONSTRAINT posting_moves CHECK (from_ledger_account <> to_ledger_account)',
    `CONSTRAINT posting_has_one_cause ${hasOneOf(causeNames)}`,
  ],
  parents: ['(account_id) REFERENCES accounts (id)', ...causeParents],
  indexes: ['postings_of_batches ON postings (batch_id) WHERE batch_id IS NOT NULL'],
  stays: 'all',
} satisfies Table

/** The cause of a posting, in a row. */
export type CauseRow = {
  readonly transactionId: string | null
  readonly fundingReference: string | null
  readonly batchId: string | null
}

/** A posting's row. */
export type PostingRow = Stored<Omit<Posting, 'cause' | 'from' | 'to' | 'batchLine'>, 'atMs'> &
  CauseRow & {
    /** Absent in a row of a transaction. */
    readonly batchLine?: bigint | null
    readonly n: bigint
    readonly fromLedgerAccount: Posting['from']
    readonly toLedgerAccount: Posting['to']
  }

/** The columns of the row of a posting `p`. */
export const postingColumns = selected(postings.columns, 'p')

/** The columns of a posting `p` of a transaction: it has no other cause. */
export const paidColumns = selected(
  postings.columns.filter(([name]) => !['funding_reference', 'batch_id', 'batch_line'].includes(name)),
  'p',
)

/** The posting in a row. */
export function postingOf({ fromLedgerAccount: from, toLedgerAccount: to, ...row }: PostingRow): Posting {
  const { accountId, currency, amountMinor, batchLine = null } = row
  const posting = { accountId, currency, from, to, amountMinor, cause: causeOf(row), atMs: Number(row.atMs) }
  return batchLine === null ? posting : { ...posting, batchLine: Number(batchLine) }
}

/** The posting in a row, with its number. */
export function numberedPostingOf(row: PostingRow): NumberedPosting {
  return { posting: postingOf(row), n: row.n }
}

/** The cause of a posting, from a row. */
export function causeOf({ transactionId, fundingReference, batchId }: CauseRow): Posting['cause'] {
  if (batchId !== null) return { batch: batchId }
  return transactionId === null ? { funding: fundingReference ?? '' } : { transaction: transactionId }
}

/** The addition of a posting `p` to one ledger account, as an expression. */
export function changeOf(ledgerAccount: 'available' | 'held'): string {
  const isAt = (end: 'to' | 'from') => `CASE WHEN p.${end}_ledger_account = '${ledgerAccount}' THEN 1 ELSE 0 END`
  return `p.amount_minor * (${isAt('to')} - ${isAt('from')})`
}
