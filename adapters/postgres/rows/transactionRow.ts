import type { FollowUpState, Transaction } from '../../../core/sente.ts'

/** A transaction's row, with every whole number a bigint. */
export type TransactionRow = Omit<
  Transaction,
  'followUp' | 'metadata' | 'submitUntilMs' | 'createdAtMs' | 'updatedAtMs'
> & {
  /** In JSON; null where there is none. */
  readonly metadata: string | null
  readonly submitUntilMs: bigint
  readonly createdAtMs: bigint
  readonly updatedAtMs: bigint
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
export const transactionColumns = `t.id, t.account_id AS "accountId", t.kind, t.reference, t.phone_number AS "phoneNumber",
  t.amount_minor AS "amountMinor", t.currency, t.network, t.description, t.metadata, t.state, t.reason,
  t.network_reason AS "networkReason", t.provider_id AS "providerId",
  t.provider_ref AS "providerRef", t.fingerprint, t.submit_until_ms AS "submitUntilMs",
  t.created_at_ms AS "createdAtMs", t.updated_at_ms AS "updatedAtMs", t.attention, t.ask_at_ms AS "askAtMs", t.enquiries,
  t.absences, t.absences_unmeasured AS "absencesUnmeasured", t.ahead_ms AS "aheadMs",
  t.absent_wall_ms AS "absentWallMs", t.absent_monotonic_ms AS "absentMonotonicMs", t.absent_run AS "absentRun"`

/** The metadata in a row. */
export function metadataOf(text: string | null): Transaction['metadata'] {
  return text === null ? {} : JSON.parse(text)
}

/** The transaction in a row. */
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

function absentSinceOf({ absentWallMs, absentMonotonicMs, absentRun }: TransactionRow): FollowUpState['absentSince'] {
  if (absentWallMs === null || absentMonotonicMs === null || absentRun === null) return null
  return { wallMs: Number(absentWallMs), monotonicMs: absentMonotonicMs, run: absentRun }
}
