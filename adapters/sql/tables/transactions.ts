import {
  attentions,
  type FollowUpState,
  kinds,
  type MoneyOfTransaction,
  type PaymentProgress,
  type PaymentTerms,
  type Transaction,
} from '../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** The key columns of a transaction. The account leads, as in every key: all rows of a step lie together. */
export const transactionKeys: readonly Column<Transaction>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['id', 'text', ({ id }) => id],
]

/** The columns of the merchant's request, which never change. */
const requestColumns: readonly Column<PaymentTerms>[] = [
  ['kind', 'text', ({ kind }) => kind, `CONSTRAINT kind_is_known CHECK ${isOneOf('kind', kinds)}`],
  [
    'refund_of',
    'text?',
    ({ refundOf }) => refundOf,
    "CONSTRAINT refund_has_collection CHECK ((kind = 'refund') = (refund_of IS NOT NULL))",
  ],
  [
    'link_id',
    'text?',
    ({ linkId }) => linkId,
    "CONSTRAINT link_is_for_collections CHECK (link_id IS NULL OR kind = 'collection')",
  ],
  ['reference', 'text', ({ reference }) => reference],
  ['phone_number', 'text', ({ phoneNumber }) => phoneNumber],
  [
    'amount_minor',
    'integer',
    ({ amountMinor }) => amountMinor,
    'CONSTRAINT amount_above_zero CHECK (amount_minor > 0)',
  ],
  ['currency', 'text', ({ currency }) => currency],
  ['network', 'text', ({ network }) => network],
  ['provider_id', 'text', ({ providerId }) => providerId],
  ['fingerprint', 'text', ({ fingerprint }) => fingerprint],
  ['counted_until_ms', 'integer?', ({ countedUntilMs }) => countedUntilMs],
  ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
  [
    'fee_minor',
    'integer?',
    ({ feeMinor }) => (feeMinor === 0n ? null : feeMinor),
    'CONSTRAINT fee_above_zero CHECK (fee_minor > 0)',
  ],
  [
    'fee_back_minor',
    'integer?',
    ({ feeBackMinor }) => (feeBackMinor === 0n ? null : feeBackMinor),
    "CONSTRAINT fee_back_above_zero CHECK (fee_back_minor IS NULL OR (fee_back_minor > 0 AND kind <> 'payout'))",
  ],
  ['description', 'text?', ({ description }) => description],
  ['metadata', 'json?', ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata))],
  ['customer_message', 'text?', ({ customerMessage }) => customerMessage],
  ['customer_message_as_sent', 'text?', ({ customerMessageAsSent }) => customerMessageAsSent],
]

/** The columns of its progress. */
export const stateColumns: readonly Column<PaymentProgress>[] = [
  [
    'state',
    'text',
    ({ state }) => state,
    `CONSTRAINT state_is_known CHECK ${isOneOf('state', ['submitting', 'pending', 'succeeded', 'failed'])}`,
  ],
  [
    'reason',
    'text?',
    ({ reason }) => reason,
    "CONSTRAINT failure_has_reason CHECK ((state = 'failed') = (reason IS NOT NULL))",
  ],
  ['network_reason', 'text?', ({ networkReason }) => networkReason],
  ['provider_ref', 'text?', ({ providerRef }) => providerRef],
  ['network_receipt', 'text?', ({ networkReceipt }) => networkReceipt],
  ['submit_until_ms', 'integer', ({ submitUntilMs }) => submitUntilMs],
  ['updated_at_ms', 'integer', ({ updatedAtMs }) => updatedAtMs],
  [
    'attention',
    'text?',
    ({ attention }) => attention,
    `CONSTRAINT attention_is_known CHECK ${isOneOf('attention', attentions)}`,
  ],
  [
    'reported',
    'text?',
    ({ reported }) => reported,
    `CONSTRAINT reported_is_known CHECK ${isOneOf('reported', attentions)}`,
  ],
  [
    'is_taken_back',
    'boolean',
    ({ isTakenBack }) => isTakenBack,
    "CONSTRAINT taken_back_succeeded CHECK (NOT is_taken_back OR state = 'succeeded')",
  ],
  ['ask_at_ms', 'integer?', ({ followUp }) => followUp.askAtMs],
  [
    'enquiries',
    'integer',
    ({ followUp }) => followUp.enquiries,
    'CONSTRAINT enquiries_not_negative CHECK (enquiries >= 0)',
  ],
  [
    'absences',
    'integer',
    ({ followUp }) => followUp.absences,
    'CONSTRAINT absences_not_negative CHECK (absences >= 0)',
  ],
  [
    'absences_unmeasured',
    'integer',
    ({ followUp }) => followUp.absencesUnmeasured,
    'CONSTRAINT absences_unmeasured_not_negative CHECK (absences_unmeasured >= 0)',
  ],
  ['absent_wall_ms', 'integer?', ({ followUp }) => followUp.absentSince?.wallMs ?? null],
  ['absent_monotonic_ms', 'real?', ({ followUp }) => followUp.absentSince?.monotonicMs ?? null],
  ['absent_run', 'text?', ({ followUp }) => followUp.absentSince?.run ?? null],
  ['ahead_ms', 'integer', ({ followUp }) => followUp.aheadMs, 'CONSTRAINT ahead_not_negative CHECK (ahead_ms >= 0)'],
]

/** Payouts, collections and refunds. Once one has ended, only later findings about it still change. */
export const transactions = {
  name: 'transactions',
  moves: 'copied',
  columns: [...transactionKeys, ...requestColumns, ...stateColumns],
  key: ['account_id', 'id'],
  constraints: [
    `CONSTRAINT absence_is_whole
      CHECK ((absent_wall_ms IS NULL) = (absent_monotonic_ms IS NULL) AND (absent_wall_ms IS NULL) = (absent_run IS NULL))`,
  ],
  parents: ['(account_id) REFERENCES accounts (id)', '(link_id) REFERENCES payment_links (id)'],
  uniqueIndexes: ['transactions_by_id ON transactions (id)'],
  // None has a column that a successful end sets, or PostgreSQL would write every index of the row again.
  indexes: [
    'transactions_to_look_at ON transactions (id) WHERE attention IS NOT NULL',
    'transactions_by_provider_id ON transactions (provider_id)',
    'transactions_by_refund_of ON transactions (refund_of, id) WHERE refund_of IS NOT NULL',
    'transactions_by_link ON transactions (link_id, id) WHERE link_id IS NOT NULL',
    'transactions_by_link_and_number ON transactions (link_id, phone_number) WHERE link_id IS NOT NULL',
    'transactions_by_network_reason ON transactions (network_reason, id) WHERE network_reason IS NOT NULL',
  ],
  stays: {
    when: isOneOf('OLD.state', ['succeeded', 'failed']),
    erasable: 'phone_number',
    except: [
      'network_reason',
      'attention',
      'reported',
      'is_taken_back',
      'ask_at_ms',
      'enquiries',
      'absences',
      'absences_unmeasured',
      'absent_wall_ms',
      'absent_monotonic_ms',
      'absent_run',
      'ahead_ms',
    ],
  },
  inOrderOfArrival: true,
  // Payments that are opened together are changed together, so that a page needs room for many of its rows at once.
  fill: 65,
} satisfies Table

/** A transaction's row. */
export type TransactionRow = Stored<
  Omit<Transaction, 'followUp' | 'metadata' | 'countedUntilMs' | 'feeMinor' | 'feeBackMinor' | 'isTakenBack'>,
  'submitUntilMs' | 'createdAtMs' | 'updatedAtMs'
> &
  Stored<
    Omit<FollowUpState, 'absentSince' | 'askAtMs'>,
    'enquiries' | 'absences' | 'absencesUnmeasured' | 'aheadMs'
  > & {
    /** As JSON; null if it has none. */
    readonly metadata: string | null
    /** Null if it has no fee. */
    readonly feeMinor: bigint | null
    /** Null if no fee is returned. */
    readonly feeBackMinor: bigint | null
    readonly countedUntilMs: bigint | null
    readonly isTakenBack: boolean | bigint
    readonly askAtMs: bigint | null
    readonly absentWallMs: bigint | null
    readonly absentMonotonicMs: number | null
    readonly absentRun: string | null
  }

/** The columns of the row of a transaction `t`. */
export const transactionColumns = selected(transactions.columns, 't')

const isMoney: ReadonlySet<string> = new Set([
  'id',
  'account_id',
  'kind',
  'refund_of',
  'amount_minor',
  'fee_minor',
  'fee_back_minor',
  'currency',
  'network',
  'state',
  'attention',
  'created_at_ms',
  'updated_at_ms',
])

/** The transaction in a row. Each name is written out, because copying the rest of a row costs more than reading it. */
export function transactionOf(row: TransactionRow): Transaction {
  return {
    id: row.id,
    accountId: row.accountId,
    kind: row.kind,
    refundOf: row.refundOf,
    linkId: row.linkId,
    reference: row.reference,
    phoneNumber: row.phoneNumber,
    amountMinor: row.amountMinor,
    feeMinor: row.feeMinor ?? 0n,
    feeBackMinor: row.feeBackMinor ?? 0n,
    currency: row.currency,
    network: row.network,
    description: row.description,
    metadata: metadataOf(row.metadata),
    customerMessage: row.customerMessage,
    customerMessageAsSent: row.customerMessageAsSent,
    state: row.state,
    reason: row.reason,
    networkReason: row.networkReason,
    providerId: row.providerId,
    providerRef: row.providerRef,
    networkReceipt: row.networkReceipt,
    fingerprint: row.fingerprint,
    submitUntilMs: Number(row.submitUntilMs),
    countedUntilMs: numberOrNull(row.countedUntilMs),
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
    attention: row.attention,
    reported: row.reported,
    isTakenBack: Boolean(row.isTakenBack),
    followUp: {
      askAtMs: numberOrNull(row.askAtMs),
      enquiries: Number(row.enquiries),
      absences: Number(row.absences),
      absencesUnmeasured: Number(row.absencesUnmeasured),
      absentSince: absentSinceOf(row),
      aheadMs: Number(row.aheadMs),
    },
  }
}

/** The columns of {@link MoneyOfTransaction} in the row of a transaction `t`. */
export const moneyColumns = selected(
  transactions.columns.filter(([name]) => isMoney.has(name)),
  't',
)

/** These fields of the transaction in a row. */
export function moneyOf(row: Pick<TransactionRow, keyof MoneyOfTransaction>): MoneyOfTransaction {
  return {
    id: row.id,
    accountId: row.accountId,
    kind: row.kind,
    refundOf: row.refundOf,
    amountMinor: row.amountMinor,
    feeMinor: row.feeMinor ?? 0n,
    feeBackMinor: row.feeBackMinor ?? 0n,
    currency: row.currency,
    network: row.network,
    state: row.state,
    attention: row.attention,
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
  }
}

/** The metadata in a row. */
export function metadataOf(text: string | null): Transaction['metadata'] {
  return text === null ? {} : JSON.parse(text)
}

function absentSinceOf({ absentWallMs, absentMonotonicMs, absentRun }: TransactionRow): FollowUpState['absentSince'] {
  if (absentWallMs === null || absentMonotonicMs === null || absentRun === null) return null
  return { wallMs: Number(absentWallMs), monotonicMs: absentMonotonicMs, run: absentRun }
}

/** The columns of a transaction's reference, which no other of its account may use. */
export const referenceColumns: readonly Column<Transaction>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['reference', 'text', ({ reference }) => reference],
  ['transaction_id', 'text', ({ id }) => id],
]

/**
 * The transaction of each used reference. A unique index over transactions would not work: PostgreSQL has none by
 * account and reference where an operator divides them by month, and a reference would be searched in every month.
 */
export const usedReferences = {
  name: 'used_references',
  moves: 'derived',
  columns: referenceColumns,
  key: ['account_id', 'reference'],
  parents: ['(transaction_id) REFERENCES transactions (id)'],
} satisfies Table
