import { countPayment, countsDays } from '../accounts/limits/accountLimits.ts'
import { type Judged, judgePin, type PinLock } from '../accounts/pin/judgePin.ts'
import { quarantined } from '../books/quarantine.ts'
import { stopsAccess } from '../lines/lines.ts'
import type { Account } from '../model/account.ts'
import type { Refusal } from '../model/refusal.ts'
import { limitsIn, type RiskLimits } from '../model/riskLimits.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Scope, UnitOfWork } from '../ports/books/unitOfWork.ts'
import type { Secrets } from '../ports/secrets.ts'
import { countPrompt, limitsPrompts } from './limits/prompts.ts'

/** What an opening needs; its ids and times were made before the step. */
type OpeningGiven = {
  account: Account
  transaction: Transaction
  pin: string | undefined
  secrets: Secrets
  limits: RiskLimits
  /** The digest of the access to its network. */
  access: string
  /** Takes a payout from what is left of the float, once however often it is called; tells whether there was enough. */
  takeFloat: () => boolean
}

/**
 * How an opening ends: with the transaction as it is recorded, or not; `stale` when the account has changed since it was checked, `no_pin_key` when its PIN's key is
 * missing. A wrong PIN comes with the lock that it led to.
 */
type OpeningResult = Opened | 'stale' | 'no_pin_key' | (Refusal & { readonly lock?: PinLock })

type Opened = { readonly opened: Transaction }

/** The rows that opening a transaction touches; of a phone number and a day only where they are counted. */
export function openingScope(
  { account, transaction, limits }: Pick<OpeningGiven, 'account' | 'transaction' | 'limits'>,
  withinMs: number,
): Scope {
  const { id, accountId, kind, currency, reference, phoneNumber } = transaction
  return {
    ...{ account: accountId, currency, reference, transaction: id, withinMs },
    ...(kind === 'collection' && limitsPrompts(limits) && { phoneNumber }),
    ...(countsDays(kind, limitsIn(currency, account.limits, limits)) && { dayCount: true }),
  }
}

/**
 * The step that opens a transaction: checks again what may have changed, refuses while the books are quarantined, keeps
 * the limits of the account, and those of prompts for a collection, verifies the PIN of a payout, refuses a used
 * reference, holds the money of a payout, refuses while the line to the network is stopped or its float is short, and records the transaction
 * as `submitting`, which uses up its reference.
 */
export function openPayment({
  account,
  transaction: asked,
  pin,
  secrets,
  limits,
  access,
  takeFloat,
}: OpeningGiven): (work: UnitOfWork) => OpeningResult {
  const { currency } = asked
  return (work) => {
    if (work.accountVersion() !== account.version) return 'stale'
    // Before the PIN is checked, so that no guess is counted while nothing can be paid.
    if (work.isQuarantined()) return quarantined
    const counted = countPayment(work, asked, limitsIn(currency, account.limits, limits), limits)
    if ('refused' in counted) return counted
    const transaction = { ...asked, ...counted }
    if (transaction.kind === 'collection')
      return (
        countPrompt(work, transaction, limits) ??
        checkReference(work, transaction) ??
        checkNetwork(work, transaction, { access }) ??
        record(work, transaction)
      )
    if (!account.pin) return { refused: 'pin_not_set' }
    const nowMs = work.nowMs(transaction.createdAtMs)
    const judged = judgePin({ account, pin: pin ?? '', count: work.pinCount(), nowMs, secrets })
    const result =
      resultOf(judged) ??
      checkReference(work, transaction) ??
      hold(work, transaction) ??
      checkNetwork(work, transaction, { access, takeFloat }) ??
      record(work, transaction)
    // A right PIN that pays nothing sets no count back: it would leave no trace of the wrong ones before it.
    if (judged.count && (judged.guess !== 'right' || isOpened(result))) work.countPin(judged.count)
    return result
  }
}

/**
 * Whether a transaction is the same operation as an earlier one, with the same amount, currency, network and phone number,
 * even if that of the earlier one was erased.
 */
export function isRepeat(one: Transaction, other: Transaction | undefined, { pseudonym }: Secrets): boolean {
  if (other === undefined) return false
  const compared = ['kind', 'amountMinor', 'currency', 'network'] as const
  const isTheirs = [one.phoneNumber, pseudonym?.(one.phoneNumber)].includes(other.phoneNumber)
  return isTheirs && compared.every((field) => one[field] === other[field])
}

/** Whether an opening has recorded its transaction. */
export function isOpened(result: OpeningResult): result is Opened {
  return typeof result === 'object' && 'opened' in result
}

/** The refusal of a wrong PIN. */
export const invalidPin: Refusal = { refused: 'invalid_pin' }

/** How a guess at the PIN ends an opening; undefined when it is right. */
function resultOf(judged: Judged): OpeningResult | undefined {
  switch (judged.guess) {
    case 'right':
      return undefined
    case 'wrong':
      return { ...invalidPin, ...(judged.lock && { lock: judged.lock }) }
    case 'locked':
      return { refused: 'pin_locked', leftMs: judged.leftMs }
    case 'unknown':
      // Returned, not thrown: when a step throws, the steps that share its commit need another commit.
      return 'no_pin_key'
  }
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

/** Last, so that nobody is told of the network who would be refused anyway. */
function checkNetwork(
  work: UnitOfWork,
  transaction: Transaction,
  { access, takeFloat = () => true }: { readonly access: string; readonly takeFloat?: () => boolean },
): Refusal | undefined {
  const isStopped = work.stopsOf(transaction).some((stop) => stopsAccess(stop, access))
  return !isStopped && takeFloat() ? undefined : { refused: 'network_unavailable', network: transaction.network }
}

function record(work: UnitOfWork, transaction: Transaction): Opened {
  work.record(transaction)
  return { opened: transaction }
}
