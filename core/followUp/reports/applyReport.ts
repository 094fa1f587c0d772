import { markedByReport, mayEndBy } from '../../model/attention.ts'
import { mayBeTheirs } from '../../model/pseudonym.ts'
import { type FollowUpState, isFinal, type Moment, type Transaction } from '../../model/transaction.ts'
import type { Enquired, Named, Seen, Submitted } from '../../ports/mobileProvider.ts'
import type { FollowUpPolicy } from '../policy.ts'
import { askAgain, askSoon, flagOverdue, mayBeApproved, watched } from '../schedule.ts'
import { applyToFinal } from './applyToFinal.ts'
import { askAfterNotFound, countNotFound, hasNeverArrived } from './notFound.ts'
import type { Report, ReportApplied } from './report.ts'

type Answer<Outcome> = Extract<Submitted | Enquired, { readonly outcome: Outcome }>

/** Applies a report to a transaction. A final one keeps its state and its money in any case. */
export function applyReport(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  return isFinal(transaction.state)
    ? applyToFinal(transaction, report, policy)
    : applyToOpen(transaction, report, policy)
}

function applyToOpen(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  const { answer, at } = report
  const open = flagOverdue(transaction, at.wallMs, policy)
  if ('seen' in answer && !isSamePayment(transaction, answer.seen)) return mismatch(open, report, policy)
  switch (answer.outcome) {
    case 'accepted':
      return { transaction: pending(open, answer, report, policy) }
    case 'pending':
      return { transaction: pending(open, {}, report, policy) }
    case 'succeeded':
      if (!mayEndBy(open, 'succeeded')) return contradiction(open, pending(open, answer, report, policy), answer)
      return { transaction: { ...ended(open, at), state: 'succeeded', networkReason: null, ...named(open, answer) } }
    case 'declined':
      // The network has reported since that it has the payment, so only an enquiry can show that it failed.
      if (report.from === 'submission' && transaction.state === 'pending') return { transaction }
      if (!mayEndBy(open, 'declined')) return contradiction(open, staysOpen(open, report, policy), answer)
      return { transaction: declined(open, answer, report, policy) }
    case 'reversed':
      return contradiction(open, pending(open, answer, report, policy), answer)
    case 'notFound':
      return report.from === 'hint' ? { transaction } : notFound(open, answer, report, policy)
    case 'mismatch':
      return mismatch(open, report, policy)
    case 'inDoubt':
      return { transaction: inDoubt(report.from === 'hint' ? transaction : staysOpen(open, report, policy), answer) }
    case 'unanswered':
      return { transaction: report.from === 'hint' ? transaction : askedInVain(open, report, policy) }
  }
}

/** Keeps the facts of a doubtful answer. A transaction without new facts stays unchanged. */
function inDoubt(transaction: Transaction, answer: Answer<'inDoubt'>): Transaction {
  const reported = { networkReason: answer.networkReason ?? transaction.networkReason, ...named(transaction, answer) }
  const isNew = (['networkReason', 'providerRef', 'networkReceipt'] as const).some(
    (name) => reported[name] !== transaction[name],
  )
  return isNew ? { ...transaction, ...reported } : transaction
}

/** The network's names for a payment, from its answer or from earlier ones. */
function named(transaction: Transaction, { providerRef, networkReceipt }: Partial<Named>) {
  return {
    providerRef: providerRef ?? transaction.providerRef,
    networkReceipt: networkReceipt ?? transaction.networkReceipt,
  }
}

/** A missing answer is no evidence: the question is asked again soon, and nothing else changes. */
function askedInVain(transaction: Transaction, { at }: Report, policy: FollowUpPolicy): Transaction {
  return { ...transaction, followUp: { ...transaction.followUp, askAtMs: askSoon(transaction, at.wallMs, policy) } }
}

function staysOpen(transaction: Transaction, report: Report, policy: FollowUpPolicy): Transaction {
  return { ...transaction, followUp: planNext(endAbsences(transaction.followUp), report, policy) }
}

/** While its customer may still approve it, a collection is asked about again and again, and the pauses do not grow. */
function staysPending(transaction: Transaction, report: Report, policy: FollowUpPolicy): Transaction {
  const next = staysOpen(transaction, report, policy)
  const askAtMs = report.at.wallMs + policy.approvalPauseMs
  if (report.from === 'hint' || !mayBeApproved(transaction, report, policy)) return next
  if ((next.followUp.askAtMs ?? 0) <= askAtMs) return next
  return { ...next, followUp: { ...next.followUp, askAtMs, enquiries: transaction.followUp.enquiries } }
}

function pending(
  transaction: Transaction,
  answer: Partial<Named>,
  report: Report,
  policy: FollowUpPolicy,
): Transaction {
  return {
    ...staysPending(transaction, report, policy),
    state: 'pending',
    ...named(transaction, answer),
    updatedAtMs: transaction.state === 'pending' ? transaction.updatedAtMs : report.at.wallMs,
  }
}

/**
 * A network may take back a failure that it reported, and its answer to a submission may have belonged to another
 * request. So failed transactions are watched. A payment that was never written to the network needs no enquiry.
 */
function declined(
  transaction: Transaction,
  { reason, networkReason }: Answer<'declined'>,
  { at }: Report,
  policy: FollowUpPolicy,
): Transaction {
  const said = networkReason ?? transaction.networkReason
  const failed = { ...ended(transaction, at), state: 'failed', reason, networkReason: said } as const
  return reason === 'not_sent' ? failed : { ...failed, followUp: watched(failed.followUp, at.wallMs, policy) }
}

/** Ends an open transaction. It then no longer needs attention: the end has answered the question. */
function ended(open: Transaction, at: Moment): Transaction {
  return {
    ...open,
    updatedAtMs: at.wallMs,
    attention: null,
    reported: null,
    followUp: { ...endAbsences(open.followUp), askAtMs: null },
  }
}

/**
 * Absences count only in sweeps and under the configuration of the opening. Enough of them mean that the submission
 * never arrived, or was refused, if the network gave a reason in doubt. If the network has had the payment, it has
 * vanished, which only a person can explain. And absences explain nothing about a transaction that waits for a person.
 */
function notFound(
  transaction: Transaction,
  { reason = 'never_arrived' }: Answer<'notFound'>,
  report: Report,
  policy: FollowUpPolicy,
): ReportApplied {
  if (report.from !== 'sweep')
    return { transaction: { ...transaction, followUp: planNext(transaction.followUp, report, policy) } }
  // A process with the right configuration must get its turn in time.
  if (report.fingerprint !== transaction.fingerprint) return { transaction: askedInVain(transaction, report, policy) }
  const counted = countNotFound(transaction, report, policy)
  const next = { ...transaction, followUp: planNext(counted, report, policy) }
  if (!hasNeverArrived(counted, policy)) {
    const askAtMs = askAfterNotFound({ ...transaction, followUp: counted }, report.at, policy)
    return { transaction: { ...next, followUp: { ...next.followUp, askAtMs } } }
  }
  if (transaction.state === 'pending') return { transaction: markedByReport(next, 'vanished') }
  if (!mayEndBy(transaction, 'absent')) {
    if (hasNeverArrived(transaction.followUp, policy)) return { transaction: next }
    const text = `the network does not know the payment, which waits for a person: ${transaction.attention}`
    return { transaction: next, annotation: { kind: 'contradiction', text } }
  }
  // The count stays, and shows why it failed.
  const followUp = watched(counted, report.at.wallMs, policy)
  return { transaction: { ...ended(next, report.at), state: 'failed', reason, followUp } }
}

function mismatch(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  const next = staysOpen(transaction, report, policy)
  const said = markedByReport(next, 'mismatch')
  if (said.attention === next.attention && said.reported === next.reported) return { transaction: next }
  const { answer } = report
  const text =
    answer.outcome === 'mismatch'
      ? answer.because
      : `the network reported ${answer.outcome} with another amount, currency or phone number`
  return { transaction: said, annotation: { kind: 'mismatch', text } }
}

/**
 * The network took the payment back, or contradicts itself or its file. Only a person can find out whether the money is
 * where it was. The payment stays open, and held money stays held.
 */
function contradiction(before: Transaction, open: Transaction, { outcome }: Report['answer']): ReportApplied {
  // A payment that only a file contradicts is no contradiction of the network's own answers.
  const isOfFile =
    (outcome === 'succeeded' || outcome === 'declined') && mayEndBy({ attention: before.reported }, outcome)
  const reported = isOfFile ? before.reported : 'contradiction'
  if (before.attention === 'contradiction' && before.reported === reported) return { transaction: open }
  const text =
    outcome === 'reversed'
      ? 'the network reported that it has reversed the payment'
      : `the network reported ${outcome}, and the payment waits for a person: ${before.attention}`
  return { transaction: { ...open, attention: 'contradiction', reported }, annotation: { kind: 'contradiction', text } }
}

/** Plans the next enquiry. A hint changes no plan; otherwise a flood of hints could delay every enquiry. */
function planNext(followUp: FollowUpState, { from, at }: Report, policy: FollowUpPolicy): FollowUpState {
  if (from === 'hint') return followUp
  const askAtMs = askAgain(followUp, at.wallMs, policy)
  return { ...followUp, askAtMs, enquiries: from === 'sweep' ? followUp.enquiries + 1 : followUp.enquiries }
}

/** Starts the count of absences again, like any other answer. */
function endAbsences(followUp: FollowUpState): FollowUpState {
  return { ...followUp, absences: 0, absencesUnmeasured: 0, absentSince: null }
}

/** Whether the amount, currency and phone number are this payment's, as far as the network named them. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    mayBeTheirs(seen.phoneNumber, phoneNumber)
  )
}
