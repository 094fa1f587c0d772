import type { Batch, BatchLine, BatchSum, BatchTotal, LineErasure } from '../../../core/sente.ts'
import { type Column, isOneOf, type Stored, selected, type Table } from '../engine/table.ts'
import { metadataOf } from '../tables/transactions.ts'

/** The key column of a batch. */
export const batchKeys: readonly Column<Pick<Batch, 'id'>>[] = [['id', 'text', ({ id }) => id]]

/** The columns that change while it is paid. */
export const batchProgress: readonly Column<Batch>[] = [
  [
    'state',
    'text',
    ({ state }) => state,
    `CONSTRAINT batch_state_is_known CHECK ${isOneOf('state', ['draft', 'awaiting_approval', 'paying', 'paused', 'cancelling', 'completed'])}`,
  ],
  ['sums', 'json', ({ sums }) => JSON.stringify(sums, withBigints)],
  [
    'final_totals',
    'json?',
    ({ totals }) => (totals === null ? null : JSON.stringify(totals, withBigints)),
    "CONSTRAINT completed_has_totals CHECK ((state = 'completed') = (final_totals IS NOT NULL))",
  ],
  ['updated_at_ms', 'integer', ({ updatedAtMs }) => updatedAtMs],
  ['quarantines', 'integer', ({ quarantines }) => quarantines],
]

/** The columns of a batch, without its claim. */
export const batchTable: readonly Column<Batch>[] = [
  ...batchKeys,
  ['account_id', 'text', ({ accountId }) => accountId],
  ['key_id', 'text', ({ keyId }) => keyId],
  ['reference', 'text', ({ reference }) => reference],
  ['digest', 'text', ({ digest }) => digest],
  ['lines', 'integer', ({ lines }) => lines, 'CONSTRAINT batch_has_lines CHECK (lines > 0)'],
  ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
  ...batchProgress,
]

/** A claim on a batch. */
export type HeldBatch = { readonly id: string; readonly by: string | null; readonly untilMs: number | null }

/** The columns of a claim. */
export const batchClaim: readonly Column<HeldBatch>[] = [
  ['claimed_by', 'text?', ({ by }) => by],
  ['claimed_until_ms', 'integer?', ({ untilMs }) => untilMs],
]

/** Whether a batch may hold money, as an expression. */
export const holdsMoney = "state IN ('awaiting_approval', 'paying', 'paused')"

/** Batches of payouts. */
export const batches = {
  name: 'payout_batches',
  moves: 'copied',
  columns: [...batchTable, ...batchClaim],
  key: ['id'],
  constraints: ['CONSTRAINT batch_claim_is_whole CHECK ((claimed_by IS NULL) = (claimed_until_ms IS NULL))'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  uniqueIndexes: ["batches_by_reference ON payout_batches (account_id, reference) WHERE state <> 'draft'"],
  indexes: [
    'batches_by_account ON payout_batches (account_id, id)',
    "batches_at_work ON payout_batches (id) WHERE state = 'paying' OR state = 'cancelling'",
    `batches_with_money ON payout_batches (id) WHERE ${holdsMoney}`,
    "batches_in_draft ON payout_batches (created_at_ms) WHERE state = 'draft'",
  ],
  fill: 50,
} satisfies Table

/** The columns of the row of a batch `b`. */
export const batchColumns = selected(batchTable, 'b')

/** A batch's row. Its sums are JSON. */
export type BatchRow = Omit<
  Stored<Batch, 'lines' | 'createdAtMs' | 'updatedAtMs' | 'quarantines'>,
  'sums' | 'totals'
> & {
  readonly sums: string
  readonly finalTotals: string | null
}

/** The batch in a row. */
export function batchOf(row: BatchRow): Batch {
  return {
    id: row.id,
    accountId: row.accountId,
    keyId: row.keyId,
    reference: row.reference,
    state: row.state,
    digest: row.digest,
    lines: Number(row.lines),
    sums: sumsOf(row.sums),
    totals: row.finalTotals === null ? null : totalsIn(row.finalTotals),
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
    quarantines: Number(row.quarantines),
  }
}

/** JSON has no whole numbers of this size. */
function withBigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

export function sumsOf(text: string): BatchSum[] {
  const sums = JSON.parse(text) as (Omit<BatchSum, 'acceptedMinor' | 'heldMinor'> & Record<string, string>)[]
  return sums.map(({ acceptedMinor = '0', heldMinor = '0', ...sum }) => ({
    ...(sum as unknown as Pick<BatchSum, 'currency' | 'lines'>),
    acceptedMinor: BigInt(acceptedMinor),
    heldMinor: BigInt(heldMinor),
  }))
}

function totalsIn(text: string): BatchTotal[] {
  const totals = JSON.parse(text) as (Omit<BatchTotal, 'minor' | 'feesMinor'> & Record<string, string>)[]
  return totals.map(({ minor = '0', feesMinor = '0', ...total }) => ({
    ...(total as unknown as Omit<BatchTotal, 'minor' | 'feesMinor'>),
    minor: BigInt(minor),
    feesMinor: BigInt(feesMinor),
  }))
}

/** The key columns of a line. */
export const lineKeys: readonly Column<Pick<BatchLine, 'batchId' | 'number'>>[] = [
  ['batch_id', 'text', ({ batchId }) => batchId],
  ['number', 'integer', ({ number }) => number, 'CONSTRAINT line_number_above_zero CHECK (number > 0)'],
]

/** The column that is erased. */
export const erasedColumns: readonly Column<LineErasure>[] = [['phone_number', 'text', ({ pseudonym }) => pseudonym]]

/** The columns that change when it is opened or refused. */
export const lineProgress: readonly Column<BatchLine>[] = [
  [
    'state',
    'text',
    ({ state }) => state,
    `CONSTRAINT line_state_is_known CHECK ${isOneOf('state', ['waiting', 'opened', 'ended', 'refused'])}`,
  ],
  ['code', 'text?', ({ code }) => code, "CONSTRAINT refused_has_code CHECK ((state = 'refused') = (code IS NOT NULL))"],
  [
    'transaction_id',
    'text?',
    ({ transactionId }) => transactionId,
    "CONSTRAINT opened_is_payment CHECK ((state IN ('opened', 'ended')) = (transaction_id IS NOT NULL))",
  ],
]

/** The lines of batches. */
export const batchLines = {
  name: 'payout_batch_lines',
  moves: 'copied',
  columns: [
    ...lineKeys,
    ['reference', 'text', ({ reference }) => reference],
    ['phone_number', 'text', ({ phoneNumber }) => phoneNumber],
    [
      'amount_minor',
      'integer?',
      ({ amountMinor }) => amountMinor,
      "CONSTRAINT line_has_amount CHECK (state = 'refused' OR (amount_minor IS NOT NULL AND amount_minor > 0))",
    ],
    ['fee_minor', 'integer', ({ feeMinor }) => feeMinor, 'CONSTRAINT line_fee_not_negative CHECK (fee_minor >= 0)'],
    ['currency', 'text', ({ currency }) => currency],
    ['network', 'text', ({ network }) => network],
    ['description', 'text?', ({ description }) => description],
    ['customer_message', 'text?', ({ customerMessage }) => customerMessage],
    [
      'line_metadata',
      'json?',
      ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)),
    ],
    ...lineProgress,
  ] satisfies readonly Column<BatchLine>[],
  key: ['batch_id', 'number'],
  parents: ['(batch_id) REFERENCES payout_batches (id)', '(transaction_id) REFERENCES transactions (id)'],
  uniqueIndexes: ['lines_by_transaction ON payout_batch_lines (transaction_id) WHERE transaction_id IS NOT NULL'],
  indexes: [
    "lines_waiting ON payout_batch_lines (batch_id, currency, network, number) WHERE state = 'waiting'",
    "lines_waiting_by_number ON payout_batch_lines (batch_id, phone_number, number) WHERE state = 'waiting'",
    "lines_opened_by_number ON payout_batch_lines (batch_id, phone_number) WHERE state = 'opened'",
  ],
  fill: 80,
} satisfies Table

/** The columns of the row of a line `l`. */
export const lineColumns = selected(batchLines.columns, 'l')

/** A line's row. */
export type LineRow = Omit<Stored<BatchLine, 'number'>, 'metadata'> & { readonly lineMetadata: string | null }

/** The line in a row. */
export function lineOf(row: LineRow): BatchLine {
  return {
    batchId: row.batchId,
    number: Number(row.number),
    reference: row.reference,
    phoneNumber: row.phoneNumber,
    amountMinor: row.amountMinor,
    feeMinor: row.feeMinor,
    currency: row.currency,
    network: row.network,
    description: row.description,
    customerMessage: row.customerMessage,
    metadata: metadataOf(row.lineMetadata),
    state: row.state,
    code: row.code,
    transactionId: row.transactionId,
  }
}
