import type { Enquired, Seen, Submitted } from '../ports/mobileProvider.ts'
import { type FollowUpState, isFinal, type Moment, type Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'
import { askAgain, countAbsence, isAbsent, isOverdue, openedByNow, watched, watchOn } from './schedule.ts'

/** What a provider said about a transaction, when, and under which configuration. */
export type Report = {
  /**
   * What it answers: the submission, the one enquiry within its request, or an enquiry of the follow-up, by a sweep or
   * after a hint, which anyone may have sent.
   */
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly answer: Submitted | Enquired
  readonly fingerprint: string
  readonly at: Moment
}

type Answer<Outcome> = Extract<Submitted | Enquired, { readonly outcome: Outcome }>

/** A transaction after a report about it, and an annotation if the report is worth one. */
export type ReportApplied = {
  readonly transaction: Transaction
  readonly annotation?: { readonly kind: 'mismatch' | 'contradiction'; readonly text: string }
}

/**
 * Puts off the enquiry about a transaction whose network or currency is not in the market: it is due again after the
 * longest pause, and needs an operator's attention once it is overdue.
 */
export function postponeEnquiry(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const isEnded = isFinal(transaction.state)
  if (isEnded && transaction.followUp.askAtMs === null) return transaction
  const next = isEnded ? transaction : overdue(transaction, nowMs, policy)
  return { ...next, followUp: { ...next.followUp, askAtMs: nowMs + policy.longestPauseMs } }
}

/** Applies a report to a transaction; a final one keeps its state and its money whatever the report says. */
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
    case 'succeeded': {
      const providerRef = answer.providerRef ?? open.providerRef
      return { transaction: { ...ended(open, at), state: 'succeeded', networkReason: null, providerRef } }
    }
    case 'declined':
      // The network has said since that it has the payment, so only an enquiry can show that it failed.
      if (report.from === 'submission' && transaction.state === 'pending') return { transaction }
      return { transaction: declined(open, answer, report, policy) }
    case 'notFound':
      return { transaction: report.from === 'hint' ? transaction : absent(open, report, policy) }
    case 'mismatch':
      return mismatch(open, report, policy)
    case 'inDoubt':
      return { transaction: inDoubt(report.from === 'hint' ? transaction : staysOpen(open, report, policy), answer) }
  }
}

/** Keeps what a doubtful answer told; a transaction about which it told nothing new stays as it is. */
function inDoubt(transaction: Transaction, answer: Answer<'inDoubt'>): Transaction {
  const networkReason = answer.networkReason ?? transaction.networkReason
  const providerRef = answer.providerRef ?? transaction.providerRef
  const isNew = networkReason !== transaction.networkReason || providerRef !== transaction.providerRef
  return isNew ? { ...transaction, networkReason, providerRef } : transaction
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
 * A transaction that was declined in answer to its submission is asked about once more when the submission has settled,
 * and then watched: should that answer have belonged to another request, an enquiry brings it to light. What was never
 * written to the network needs no enquiry.
 */
function declined(
  transaction: Transaction,
  { reason, networkReason }: Answer<'declined'>,
  { from, at }: Report,
  { settleMs }: FollowUpPolicy,
): Transaction {
  const said = networkReason ?? transaction.networkReason
  const failed = { ...ended(transaction, at), state: 'failed', reason, networkReason: said } as const
  if (from !== 'submission' || reason === 'not_sent') return failed
  return { ...failed, followUp: watched(failed.followUp, at.wallMs + settleMs) }
}

/** Ends an open transaction; whatever it needed attention for is settled. */
function ended(open: Transaction, at: Moment): Transaction {
  return {
    ...open,
    updatedAtMs: at.wallMs,
    attention: null,
    followUp: { ...endAbsences(open.followUp), askAtMs: null },
  }
}

/**
 * Absences count only in sweeps and under the configuration of the opening. Enough of them mean that the submission never
 * arrived. If the network has had the payment, it has vanished, which only a person can explain.
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
      : `the network reported ${answer.outcome} with another amount, currency or phone number`
  return { transaction: { ...next, attention: 'mismatch' }, annotation: { kind: 'mismatch', text } }
}

function applyToFinal(transaction: Transaction, { answer, at, from }: Report, policy: FollowUpPolicy): ReportApplied {
  // Another report may have ended it during the enquiry, and then it is watched only if that end is to be.
  const isWatched = from === 'sweep' && transaction.followUp.askAtMs !== null
  const next = isWatched ? { ...transaction, followUp: watchOn(transaction.followUp, at.wallMs, policy) } : transaction
  if (contradicts(transaction, answer) && transaction.attention !== 'contradiction') {
    const text = `${transaction.state} is final, but the network reported ${answer.outcome}`
    return { transaction: { ...next, attention: 'contradiction' }, annotation: { kind: 'contradiction', text } }
  }
  if (answer.outcome === 'mismatch' && transaction.attention === null) {
    return { transaction: { ...next, attention: 'mismatch' }, annotation: { kind: 'mismatch', text: answer.because } }
  }
  return { transaction: next }
}

/**
 * Whether a report contradicts a final state. For a transaction that failed by absence, or in answer to its submission,
 * so does any report that the network has it.
 */
function contradicts({ state, reason, followUp }: Transaction, { outcome }: Submitted | Enquired): boolean {
  if (state === 'succeeded') return outcome === 'declined'
  if (outcome === 'succeeded') return true
  const isWatched = followUp.askAtMs !== null && reason !== 'operator_decided'
  const wasDenied = isWatched || reason === 'never_arrived' || reason === 'not_sent'
  return wasDenied && (outcome === 'accepted' || outcome === 'pending')
}

/** Plans the next enquiry; a hint changes no plan, because otherwise a flood of hints could put off every enquiry. */
function planNext(followUp: FollowUpState, { from, at }: Report, policy: FollowUpPolicy): FollowUpState {
  if (from === 'hint') return followUp
  const askAtMs = askAgain(followUp, at.wallMs, policy)
  return { ...followUp, askAtMs, enquiries: from === 'sweep' ? followUp.enquiries + 1 : followUp.enquiries }
}

/** Starts the count of absences again, as any other answer does. */
function endAbsences(followUp: FollowUpState): FollowUpState {
  return { ...followUp, absences: 0, absencesUnmeasured: 0, absentSince: null }
}

function overdue(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const opened = openedByNow(transaction, nowMs)
  const isLate = opened.attention === null && isOverdue(opened, nowMs, policy)
  return isLate ? { ...opened, attention: 'overdue' } : opened
}

/** Whether the amount, currency and phone number are this payment's, as far as the network named them. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    (seen.phoneNumber ?? phoneNumber) === phoneNumber
  )
}
