import type { Enquired, Seen, Submitted } from '../ports/mobileProvider.ts'
import { type FollowUpState, isFinal, type Moment, type Reason, type Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'
import { askAgain, countAbsence, isAbsent, isOverdue, openedByNow, watched, watchOn } from './schedule.ts'

/** What a provider said of a transaction, when, and under which configuration. */
export type Report = {
  /**
   * The answer to the submission, to the one enquiry within its request, or to an enquiry of the follow-up: of its
   * sweep, or because of a hint, which anybody may have given.
   */
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly answer: Submitted | Enquired
  readonly fingerprint: string
  readonly at: Moment
}

/** A transaction after a report about it, and what is worth an annotation in it. */
export type ReportApplied = {
  readonly transaction: Transaction
  readonly annotation?: { readonly kind: 'mismatch' | 'contradiction'; readonly text: string }
}

/**
 * What a transaction becomes that nobody can be asked about, since its network or currency is not in the market: it comes back
 * after the longest pause, and an operator has to look at it when it is late.
 */
export function postponeEnquiry(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const next = isFinal(transaction.state) ? transaction : overdue(transaction, nowMs, policy)
  return { ...next, followUp: { ...next.followUp, askAtMs: nowMs + policy.longestPauseMs } }
}

/** What a transaction becomes by a report about it; a final one keeps its state and its money whatever is said. */
export function applyReport(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  return isFinal(transaction.state)
    ? applyToFinal(transaction, report, policy)
    : applyToOpen(transaction, report, policy)
}

function applyToOpen(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  const { answer, at } = report
  const open = overdue(transaction, at.wallMs, policy)
  if ('seen' in answer && !isSamePayment(transaction, answer.seen)) return mismatch(open, report, policy)
  switch (answer.outcome) {
    case 'accepted':
      return { transaction: pending(open, answer.providerRef, report, policy) }
    case 'pending':
      return { transaction: pending(open, null, report, policy) }
    case 'succeeded':
      return {
        transaction: {
          ...ended(open, at),
          state: 'succeeded',
          providerRef: answer.providerRef ?? open.providerRef,
        },
      }
    case 'declined':
      // The network has said since that it has the payment: then only an enquiry can tell that it failed.
      if (report.from === 'submission' && transaction.state === 'pending') return { transaction }
      return { transaction: declined(open, answer.reason, report, policy) }
    case 'notFound':
      return { transaction: report.from === 'hint' ? transaction : absent(open, report, policy) }
    case 'mismatch':
      return mismatch(open, report, policy)
    case 'inDoubt':
      return { transaction: report.from === 'hint' ? transaction : staysOpen(open, report, policy) }
  }
}

function staysOpen(transaction: Transaction, report: Report, policy: FollowUpPolicy): Transaction {
  return { ...transaction, followUp: planNext(endAbsences(transaction.followUp), report, policy) }
}

function pending(
  transaction: Transaction,
  providerRef: string | null,
  report: Report,
  policy: FollowUpPolicy,
): Transaction {
  return {
    ...staysOpen(transaction, report, policy),
    state: 'pending',
    providerRef: providerRef ?? transaction.providerRef,
    updatedAtMs: transaction.state === 'pending' ? transaction.updatedAtMs : report.at.wallMs,
  }
}

/**
 * What was released on the answer to the submission itself is asked about once more when that has settled, and then watched: should
 * the answer have belonged to something else, our own question brings it to light. What was never written needs no question.
 */
function declined(
  transaction: Transaction,
  reason: Reason,
  { from, at }: Report,
  { settleMs }: FollowUpPolicy,
): Transaction {
  const failed = { ...ended(transaction, at), state: 'failed', reason } as const
  if (from !== 'submission' || reason === 'not_sent') return failed
  return { ...failed, followUp: watched(failed.followUp, at.wallMs + settleMs) }
}

/** An ended transaction needs no one's attention for being late or for having vanished. */
function ended(transaction: Transaction, at: Moment): Transaction {
  const { attention, followUp } = transaction
  const isMended = attention === 'overdue' || attention === 'vanished' || attention === 'mismatch'
  return {
    ...transaction,
    updatedAtMs: at.wallMs,
    attention: isMended ? null : attention,
    followUp: { ...endAbsences(followUp), askAtMs: null },
  }
}

/**
 * Absence counts in the follow-up alone and under the configuration of the opening. Enough of it means that the
 * submission never arrived; unless the network has had it: then it vanished, which only a person can explain.
 */
function absent(transaction: Transaction, report: Report, policy: FollowUpPolicy): Transaction {
  const counts = report.from === 'sweep' && report.fingerprint === transaction.fingerprint
  const counted = counts ? countAbsence(transaction, report.at, policy) : transaction.followUp
  const next = { ...transaction, followUp: planNext(counted, report, policy) }
  if (!isAbsent(counted, policy)) return next
  if (transaction.state === 'pending') return { ...next, attention: transaction.attention ?? 'vanished' }
  const failed = { ...ended(next, report.at), state: 'failed', reason: 'never_arrived' } as const
  return { ...failed, followUp: watched(failed.followUp, report.at.wallMs + policy.longestPauseMs) }
}

function mismatch(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  const next = staysOpen(transaction, report, policy)
  if (transaction.attention === 'mismatch') return { transaction: next }
  const { answer } = report
  const text =
    answer.outcome === 'mismatch'
      ? answer.because
      : `the network told of ${answer.outcome} with another amount, currency or phone number`
  return { transaction: { ...next, attention: 'mismatch' }, annotation: { kind: 'mismatch', text } }
}

function applyToFinal(transaction: Transaction, { answer, at, from }: Report, policy: FollowUpPolicy): ReportApplied {
  const followUp = from === 'sweep' ? watchOn(transaction.followUp, at.wallMs, policy) : transaction.followUp
  const next = from === 'sweep' ? { ...transaction, followUp } : transaction
  if (contradicts(transaction, answer) && transaction.attention !== 'contradiction') {
    const text = `${transaction.state} is final, but the network told of ${answer.outcome}`
    return { transaction: { ...next, attention: 'contradiction' }, annotation: { kind: 'contradiction', text } }
  }
  if (answer.outcome === 'mismatch' && transaction.attention === null) {
    return { transaction: { ...next, attention: 'mismatch' }, annotation: { kind: 'mismatch', text: answer.because } }
  }
  return { transaction: next }
}

/**
 * Whether a report says something else than a final state. What failed by absence, or on the answer to its submission, the network
 * is said never to have had.
 */
function contradicts({ state, reason, followUp }: Transaction, { outcome }: Submitted | Enquired): boolean {
  if (state === 'succeeded') return outcome === 'declined'
  if (outcome === 'succeeded') return true
  const isWatched = followUp.askAtMs !== null && reason !== 'operator_decided'
  const wasDenied = isWatched || reason === 'never_arrived' || reason === 'not_sent'
  return wasDenied && (outcome === 'accepted' || outcome === 'pending')
}

/** Plans the next question; a hint changes no plan, for else a flood of them could put every question off. */
function planNext(followUp: FollowUpState, { from, at }: Report, policy: FollowUpPolicy): FollowUpState {
  if (from === 'hint') return followUp
  const askAtMs = askAgain(followUp, at.wallMs, policy)
  return { ...followUp, askAtMs, enquiries: from === 'sweep' ? followUp.enquiries + 1 : followUp.enquiries }
}

/** Any answer but absence ends the row of absences. */
function endAbsences(followUp: FollowUpState): FollowUpState {
  return { ...followUp, absences: 0, absencesUnmeasured: 0, absentSince: null }
}

function overdue(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const opened = openedByNow(transaction, nowMs)
  const isLate = opened.attention === null && isOverdue(opened, nowMs, policy)
  return isLate ? { ...opened, attention: 'overdue' } : opened
}

/** Whether what the network said names this payment, as far as it names anything: its amount, currency and phone number. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    (seen.phoneNumber ?? phoneNumber) === phoneNumber
  )
}
