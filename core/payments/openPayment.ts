import type { Account } from '../account.ts'
import { judgePin } from '../accounts/pin.ts'
import { quarantined } from '../books/quarantine.ts'
import type { UnitOfWork } from '../ports/books.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Refusal } from '../refusal.ts'
import type { Transaction } from '../transaction.ts'

/** What an opening needs; its ids and times were made before the step. */
type OpeningGiven = { account: Account; transaction: Transaction; pin: string | undefined; secrets: Secrets }

/** How an opening ends; `stale` when the account has changed since it was checked, `no_pin_key` when its PIN's key is missing. */
export type OpeningResult = 'opened' | 'stale' | 'no_pin_key' | Refusal

/**
 * The step that opens a transaction: checks again what may have changed, refuses while the books are quarantined,
 * verifies the PIN of a payout, refuses a used reference, holds the money of a payout, and records the transaction as
 * `submitting`, which uses up its reference.
 */
export function openPayment({ account, transaction, pin, secrets }: OpeningGiven): (work: UnitOfWork) => OpeningResult {
  return (work) => {
    if (work.accountVersion() !== account.version) return 'stale'
    // Before the PIN is checked, so that no guess is counted while nothing can be paid.
    if (work.isQuarantined()) return quarantined
    return (
      (transaction.kind === 'payout' ? checkPin(work, { account, transaction, pin: pin ?? '', secrets }) : undefined) ??
      checkReference(work, transaction) ??
      (transaction.kind === 'payout' ? hold(work, transaction) : undefined) ??
      record(work, transaction)
    )
  }
}

/** Whether two transactions are the same operation, with the same amount, currency, network and phone number. */
export function isRepeat(one: Transaction, other: Transaction | undefined): boolean {
  const compared = ['kind', 'amountMinor', 'currency', 'network', 'phoneNumber'] as const
  return other !== undefined && compared.every((field) => one[field] === other[field])
}

function checkPin(
  work: UnitOfWork,
  { account, transaction, pin, secrets }: OpeningGiven & { pin: string },
): Refusal | 'no_pin_key' | undefined {
  if (!account.pin) return { refused: 'pin_not_set' }
  const nowMs = transaction.createdAtMs
  const { right, count } = judgePin({ account, pin, count: work.pinCount(), nowMs, secrets })
  if (count) work.countPin(count)
  // Returned, not thrown: when a step throws, the steps that share its commit need another commit.
  if (right === 'unknown') return 'no_pin_key'
  return right ? undefined : { refused: 'invalid_pin' }
}

function checkReference(work: UnitOfWork, { accountId, reference }: Transaction): Refusal | undefined {
  const usedBy = work.references.usedBy(accountId, reference)
  // The step may not read another transaction: whether the payment repeats it is found out afterwards.
  return usedBy === undefined ? undefined : { refused: 'duplicate_reference', transactionId: usedBy, isRepeat: false }
}

function hold(
  work: UnitOfWork,
  { id, accountId, currency, amountMinor, createdAtMs }: Transaction,
): Refusal | undefined {
  if (work.ledger.balance(accountId, currency).availableMinor < amountMinor)
    return { refused: 'insufficient_balance', currency }
  work.ledger.post({
    accountId,
    currency,
    from: 'available',
    to: 'held',
    amountMinor,
    cause: { transaction: id },
    atMs: createdAtMs,
  })
  return undefined
}

function record(work: UnitOfWork, transaction: Transaction): 'opened' {
  work.record(transaction)
  return 'opened'
}
