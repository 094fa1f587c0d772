import type { Database } from 'better-sqlite3'
import type { FollowUpState, Transaction } from '../../core/sente.ts'
import type { Stored } from './rows.ts'

/** A transaction's row: flat, and every whole number a bigint. */
export type TransactionRow = Stored<Omit<Transaction, 'followUp'>, 'submitUntilMs' | 'createdAtMs' | 'updatedAtMs'> & {
  readonly askAtMs: bigint | null
  readonly asked: bigint
  readonly absences: bigint
  readonly absentWallMs: bigint | null
  /** A double, as the monotonic clock tells fractions of a millisecond. */
  readonly absentMonotonicMs: number | null
  readonly absentRun: string | null
}

/** What reads a transaction's row, but for the FROM clause. */
export const transactionColumns = `t.id, t.account_id AS accountId, t.kind, t.reference, t.phone_number AS phoneNumber,
  t.amount_minor AS amountMinor, t.currency, t.network, t.state, t.reason, t.provider_id AS providerId,
  t.provider_ref AS providerRef, t.fingerprint, t.submit_until_ms AS submitUntilMs, t.created_at_ms AS createdAtMs,
  t.updated_at_ms AS updatedAtMs, t.attention, t.ask_at_ms AS askAtMs, t.asked, t.absences,
  t.absent_wall_ms AS absentWallMs, t.absent_monotonic_ms AS absentMonotonicMs, t.absent_run AS absentRun`

/** The transaction of a row. */
export function transactionOf(row: TransactionRow): Transaction {
  const { askAtMs, asked, absences, absentWallMs, absentMonotonicMs, absentRun, ...rest } = row
  return {
    ...rest,
    submitUntilMs: Number(row.submitUntilMs),
    createdAtMs: Number(row.createdAtMs),
    updatedAtMs: Number(row.updatedAtMs),
    followUp: {
      askAtMs: askAtMs === null ? null : Number(askAtMs),
      asked: Number(asked),
      absences: Number(absences),
      absentSince: absentSinceOf(row),
    },
  }
}

/** Prepares what adds a transaction or replaces it; throws when that would change what was asked of us. */
export function transactionRecorder(database: Database): (transaction: Transaction) => void {
  const upsert = database.prepare(recordTransaction)
  return ({ followUp, ...transaction }) => {
    const { changes } = upsert.run({ ...transaction, ...boundFollowUp(followUp) })
    if (changes === 0) throw new Error(`transaction ${transaction.id} is recorded already, as another one`)
  }
}

function absentSinceOf({ absentWallMs, absentMonotonicMs, absentRun }: TransactionRow): FollowUpState['absentSince'] {
  if (absentWallMs === null || absentMonotonicMs === null || absentRun === null) return null
  return { wallMs: Number(absentWallMs), monotonicMs: absentMonotonicMs, run: absentRun }
}

function boundFollowUp({ absentSince, ...followUp }: FollowUpState) {
  return {
    ...followUp,
    absentWallMs: absentSince?.wallMs ?? null,
    absentMonotonicMs: absentSince?.monotonicMs ?? null,
    absentRun: absentSince?.run ?? null,
  }
}

/** An upsert that sets only what may change: what is not set costs no index and no foreign key a look. */
const recordTransaction = `
  INSERT INTO transactions (id, account_id, kind, reference, phone_number, amount_minor, currency, network, state,
    reason, provider_id, provider_ref, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, attention, ask_at_ms,
    asked, absences, absent_wall_ms, absent_monotonic_ms, absent_run)
  VALUES (@id, @accountId, @kind, @reference, @phoneNumber, @amountMinor, @currency, @network, @state,
    @reason, @providerId, @providerRef, @fingerprint, @submitUntilMs, @createdAtMs, @updatedAtMs, @attention, @askAtMs,
    @asked, @absences, @absentWallMs, @absentMonotonicMs, @absentRun)
  ON CONFLICT (id) DO UPDATE
  SET state = excluded.state, reason = excluded.reason, provider_ref = excluded.provider_ref,
    updated_at_ms = excluded.updated_at_ms, attention = excluded.attention, ask_at_ms = excluded.ask_at_ms,
    asked = excluded.asked, absences = excluded.absences, absent_wall_ms = excluded.absent_wall_ms,
    absent_monotonic_ms = excluded.absent_monotonic_ms, absent_run = excluded.absent_run
  WHERE (account_id, kind, reference, phone_number, amount_minor, currency, network, provider_id, fingerprint,
    submit_until_ms, created_at_ms) = (excluded.account_id, excluded.kind, excluded.reference, excluded.phone_number,
    excluded.amount_minor, excluded.currency, excluded.network, excluded.provider_id, excluded.fingerprint,
    excluded.submit_until_ms, excluded.created_at_ms)`
