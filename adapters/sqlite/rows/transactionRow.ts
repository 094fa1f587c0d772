import type { Database } from 'better-sqlite3'
import type { FollowUpState, Transaction } from '../../../core/sente.ts'
import type { Stored } from './rows.ts'

/** A transaction's row: flat, and every whole number a bigint. */
export type TransactionRow = Stored<
  Omit<Transaction, 'followUp' | 'metadata'>,
  'submitUntilMs' | 'createdAtMs' | 'updatedAtMs'
> & {
  /** In JSON; null where there is none. */
  readonly metadata: string | null
  readonly askAtMs: bigint | null
  readonly enquiries: bigint
  readonly absences: bigint
  readonly absencesUnmeasured: bigint
  readonly absentWallMs: bigint | null
  /** A double, because the monotonic clock has fractions of a millisecond. */
  readonly absentMonotonicMs: number | null
  readonly absentRun: string | null
  readonly aheadMs: bigint
}

/** The columns of a transaction's row. */
export const transactionColumns = `t.id, t.account_id AS accountId, t.kind, t.reference, t.phone_number AS phoneNumber,
  t.amount_minor AS amountMinor, t.currency, t.network, t.description, t.metadata, t.state, t.reason,
  t.network_reason AS networkReason, t.provider_id AS providerId,
  t.provider_ref AS providerRef, t.fingerprint, t.submit_until_ms AS submitUntilMs, t.created_at_ms AS createdAtMs,
  t.updated_at_ms AS updatedAtMs, t.attention, t.ask_at_ms AS askAtMs, t.enquiries, t.absences,
  t.absences_unmeasured AS absencesUnmeasured, t.ahead_ms AS aheadMs,
  t.absent_wall_ms AS absentWallMs, t.absent_monotonic_ms AS absentMonotonicMs, t.absent_run AS absentRun`

/** The metadata in a row. */
export function metadataOf(text: string | null): Transaction['metadata'] {
  return text === null ? {} : JSON.parse(text)
}

/** The transaction in a row; each name is written out, because copying the rest of a row costs more than reading it. */
export function transactionOf(row: TransactionRow): Transaction {
  return {
    id: row.id,
    accountId: row.accountId,
    kind: row.kind,
    reference: row.reference,
    phoneNumber: row.phoneNumber,
    amountMinor: row.amountMinor,
    currency: row.currency,
    network: row.network,
    description: row.description,
    metadata: metadataOf(row.metadata),
    state: row.state,
    reason: row.reason,
    networkReason: row.networkReason,
    providerId: row.providerId,
    providerRef: row.providerRef,
    fingerprint: row.fingerprint,
    submitUntilMs: Number(row.submitUntilMs),
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
    attention: row.attention,
    followUp: {
      askAtMs: row.askAtMs === null ? null : Number(row.askAtMs),
      enquiries: Number(row.enquiries),
      absences: Number(row.absences),
      absencesUnmeasured: Number(row.absencesUnmeasured),
      absentSince: absentSinceOf(row),
      aheadMs: Number(row.aheadMs),
    },
  }
}

/** Prepares the statements that insert a transaction and update all that may change. */
export function transactionWriter(database: Database) {
  const insert = database.prepare(`INSERT INTO transactions (${[...requestColumns, ...stateColumns].join(', ')})
    VALUES (${[...requestColumns, ...stateColumns].map(() => '?').join(', ')})`)
  const update = database.prepare(
    `UPDATE transactions SET ${stateColumns.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  )
  return {
    add: (transaction: Transaction) => void insert.run(...requestValues(transaction), ...stateValues(transaction)),
    replace: (transaction: Transaction) => void update.run(...stateValues(transaction), transaction.id),
  }
}

function absentSinceOf({ absentWallMs, absentMonotonicMs, absentRun }: TransactionRow): FollowUpState['absentSince'] {
  if (absentWallMs === null || absentMonotonicMs === null || absentRun === null) return null
  return { wallMs: Number(absentWallMs), monotonicMs: absentMonotonicMs, run: absentRun }
}

/** The columns of the merchant's request, which never change. */
const requestColumns = [
  ...['id', 'account_id', 'kind', 'reference', 'phone_number', 'amount_minor', 'currency', 'network', 'provider_id'],
  ...['fingerprint', 'submit_until_ms', 'created_at_ms', 'description', 'metadata'],
]

/** The columns of its progress. Columns that an UPDATE does not set cost no index and no foreign key a look-up. */
const stateColumns = [
  ...[
    'state',
    'reason',
    'network_reason',
    'provider_ref',
    'updated_at_ms',
    'attention',
    'ask_at_ms',
    'enquiries',
    'absences',
  ],
  ...['absences_unmeasured', 'absent_wall_ms', 'absent_monotonic_ms', 'absent_run', 'ahead_ms'],
]

function requestValues(transaction: Transaction) {
  const { id, accountId, kind, reference, phoneNumber, amountMinor, currency, network } = transaction
  const { providerId, fingerprint, submitUntilMs, createdAtMs, description, metadata } = transaction
  const payment = [id, accountId, kind, reference, phoneNumber, amountMinor, currency, network]
  const said = [description, Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)]
  return [...payment, providerId, fingerprint, submitUntilMs, createdAtMs, ...said]
}

function stateValues({ state, reason, networkReason, providerRef, updatedAtMs, attention, followUp }: Transaction) {
  const { askAtMs, enquiries, absences, absencesUnmeasured, absentSince, aheadMs } = followUp
  const since = absentSince ?? { wallMs: null, monotonicMs: null, run: null }
  const plan = [askAtMs, enquiries, absences, absencesUnmeasured, since.wallMs, since.monotonicMs, since.run, aheadMs]
  return [state, reason, networkReason, providerRef, updatedAtMs, attention, ...plan]
}
