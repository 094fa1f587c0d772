import { type Caller, isOutdated } from '../accounts/keys/authenticate.ts'
import { countPayment, countsDays } from '../accounts/limits/accountLimits.ts'
import { type Judged, judgePin, type PinLock } from '../accounts/pin/judgePin.ts'
import type { Done, Recording } from '../actions/attribution.ts'
import { quarantined } from '../books/quarantine.ts'
import { channelOf, stopsAccess } from '../channels/channels.ts'
import { feeBackOf } from '../fees/giveBack.ts'
import type { Calendar } from '../model/days.ts'
import { toDecimal } from '../model/money.ts'
import type { Refusal } from '../model/refusal.ts'
import { limitsIn, type RiskLimits } from '../model/riskLimits.ts'
import { paysOut, type Transaction, wayOf } from '../model/transaction.ts'
import type { Scope, UnitOfWork } from '../ports/books/unitOfWork.ts'
import type { Secrets } from '../ports/secrets.ts'
import { countPrompt, limitsPrompts } from './limits/prompts.ts'
import { refuseThroughLink } from './linkOver.ts'
import { checkRefund, type Refund } from './refunds.ts'
import { duplicateReference } from './rules.ts'

/** The input for an opening. Its ids and times were made before the step. */
type OpeningGiven = {
  caller: Pick<Caller, 'account' | 'keyId'>
  transaction: Transaction
  refund?: Refund | undefined
  pin: string | undefined
  secrets: Secrets
  limits: RiskLimits
  days: Calendar
  /** The digest of the access to its network. */
  access: string
  /** Takes a payout from the rest of the float, once however often it is called; returns whether there was enough. */
  takeFloat: () => boolean
  /** Records the author, if it is a user. */
  record?: Recording | undefined
}

/**
 * The result of an opening: the recorded transaction, or none; `stale` when the account or the rest of a collection has
 * changed, or the key has expired, since it was checked; `no_pin_key` when its PIN's key is missing. A wrong PIN comes
 * with the lock that it led to.
 */
type OpeningResult = Opened | 'stale' | 'no_pin_key' | (Refusal & { readonly lock?: PinLock })

type Opened = { readonly opened: Transaction }

/** The rows for opening a transaction; of a phone number and a day only if they are counted. */
export function openingScope(
  {
    caller: { account },
    transaction,
    limits,
    record,
  }: Pick<OpeningGiven, 'caller' | 'transaction' | 'limits' | 'record'>,
  withinMs: number,
): Scope {
  const { id, accountId, currency, reference, phoneNumber, refundOf, linkId } = transaction
  return {
    account: accountId,
    currency,
    reference,
    transaction: id,
    withinMs,
    ...(refundOf !== null && { refundOf }),
    ...(linkId !== null && { link: { id: linkId, phoneNumber } }),
    ...(!paysOut(transaction) && limitsPrompts(limits) && { phoneNumber }),
    ...(countsDays(wayOf(transaction), limitsIn(currency, account.limits, limits)) && { dayCount: true }),
    ...(record && { action: { proposal: null } }),
  }
}

/**
 * The step that opens a transaction. It checks again everything that may have changed; refuses a used reference;
 * refuses while the books are quarantined, and through a link that is over; applies the limits of the account, and
 * those of prompts for a collection; verifies the PIN of a payment that pays out; refuses a refund of more than the
 * rest of its collection; holds the money of a payment that pays out and its fee; and refuses while the channel to the
 * network is stopped or its float is short. It records the transaction as `submitting`, which uses up its reference; a
 * refund with the part of its collection's fee that it returns.
 */
export function openPayment({
  caller,
  transaction: asked,
  refund,
  pin,
  secrets,
  limits,
  days,
  access,
  takeFloat,
  record: recordAction,
}: OpeningGiven): (work: UnitOfWork) => OpeningResult {
  const { account } = caller
  const { currency } = asked
  return (work) => {
    if (isOutdated(work, caller, asked.createdAtMs)) return 'stale'
    // Before all checks whose result changes by itself, so that a repeated request is answered as one.
    const used = checkReference(work, asked)
    if (used) return used
    // The rest is no longer the one from which the amount was computed.
    if (refund?.seenMinor !== undefined && work.refunded().minor !== refund.seenMinor) return 'stale'
    // Before the PIN is checked, so that no guess is counted while nothing can be paid.
    if (work.isQuarantined()) return quarantined
    const throughLink = asked.linkId === null ? undefined : refuseThroughLink(work, asked)
    if (throughLink) return throughLink
    const counted = countPayment(work, asked, limitsIn(currency, account.limits, limits), days)
    if ('refused' in counted) return counted
    const transaction = { ...asked, ...counted }
    const recorded = (one: Transaction): Opened => {
      if (recordAction) work.act(recordAction(() => openedDone(one)))
      return record(work, one)
    }
    if (!paysOut(transaction))
      return (
        countPrompt(work, transaction, limits) ?? checkNetwork(work, transaction, { access }) ?? recorded(transaction)
      )
    const { id: accountId, pin: sealed } = account
    if (!sealed) return pinNotSet
    const nowMs = work.nowMs(transaction.createdAtMs)
    const judged = judgePin({ accountId, sealed, pin: pin ?? '', count: work.pinCount(), nowMs, secrets })
    const result =
      resultOf(judged) ??
      checkRefund(work, transaction, refund) ??
      hold(work, transaction) ??
      checkNetwork(work, transaction, { access, takeFloat }) ??
      recorded(withFeeBack(work, transaction, refund))
    // A right PIN that pays nothing resets no count: it would leave no trace of the wrong ones before it.
    if (judged.count && (judged.guess !== 'right' || isOpened(result))) work.countPin(judged.count)
    return result
  }
}

/** Whether an opening has recorded its transaction. */
export function isOpened(result: OpeningResult): result is Opened {
  return typeof result === 'object' && 'opened' in result
}

/** The refusal of a payout without a PIN to judge. */
export const pinNotSet: Refusal = { refused: 'pin_not_set' }

/** The refusal of a payment that a balance does not cover. */
export function insufficientBalance(currency: string): Refusal {
  return { refused: 'insufficient_balance', currency }
}

/** The refusal of a payment over a channel that is stopped, or whose float is short. */
export function networkUnavailable({ network }: Pick<Transaction, 'network'>): Refusal {
  return { refused: 'network_unavailable', network }
}

/** The refusal of a wrong PIN. */
export const invalidPin: Refusal = { refused: 'invalid_pin' }

/** The result of an opening by the guess at the PIN; undefined when it is right. */
export function resultOf(judged: Judged): 'no_pin_key' | (Refusal & { readonly lock?: PinLock }) | undefined {
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

/** Refuses a used reference. */
export function checkReference(work: UnitOfWork, { accountId, reference }: Transaction): Refusal | undefined {
  const usedBy = work.references.usedBy(accountId, reference)
  // The step may not read another transaction: it is determined afterwards whether the payment repeats it.
  return usedBy === undefined ? undefined : duplicateReference(usedBy)
}

/** The action for a payment that a user has opened. */
function openedDone({ kind, accountId, id, reference, refundOf, amountMinor, currency }: Transaction): Done {
  const after = {
    amount: toDecimal(amountMinor, currency),
    currency,
    reference,
    ...(refundOf !== null && { refundOf }),
  }
  return { kind: `${kind}.open`, accountId, subject: `transaction ${id}`, before: null, after }
}

/** A refund with its share of the fee of its collection, computed by the same step as the rest of the collection. */
function withFeeBack(work: UnitOfWork, transaction: Transaction, refund: Refund | undefined): Transaction {
  if (!refund || refund.collection.feeBackMinor === 0n) return transaction
  return { ...transaction, feeBackMinor: feeBackOf(refund.collection, work.refunded(), transaction.amountMinor) }
}

/** Holds the money of a payment that pays out, and its fee. */
export function hold(
  work: UnitOfWork,
  { id, accountId, currency, amountMinor, feeMinor, createdAtMs }: Transaction,
): Refusal | undefined {
  if (work.ledger.balance(accountId, currency).availableMinor < amountMinor + feeMinor)
    return insufficientBalance(currency)
  work.ledger.post({
    accountId,
    currency,
    from: 'available',
    to: 'held',
    amountMinor: amountMinor + feeMinor,
    cause: { transaction: id },
    atMs: createdAtMs,
  })
  return undefined
}

/**
 * Refuses while the channel is stopped or its float is short. This comes last, so that a request that would be refused
 * anyway learns nothing about the network.
 */
export function checkNetwork(
  work: UnitOfWork,
  transaction: Transaction,
  { access, takeFloat = () => true }: { readonly access: string; readonly takeFloat?: () => boolean },
): Refusal | undefined {
  const isStopped = work.stopsOf(channelOf(transaction)).some((stop) => stopsAccess(stop, access))
  return !isStopped && takeFloat() ? undefined : networkUnavailable(transaction)
}

/** Records a checked transaction. */
export function record(work: UnitOfWork, transaction: Transaction): Opened {
  work.record(transaction)
  return { opened: transaction }
}
