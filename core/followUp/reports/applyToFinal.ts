import { markedByReport } from '../../model/attention.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Enquired, Submitted } from '../../ports/mobileProvider.ts'
import type { FollowUpPolicy } from '../policy.ts'
import { watchOn } from '../schedule.ts'
import type { Report, ReportApplied } from './report.ts'

/** Applies a report to a transaction that has ended: its state and its money stay, whatever the report. */
export function applyToFinal(transaction: Transaction, report: Report, policy: FollowUpPolicy): ReportApplied {
  const { answer, at, from } = report
  const { askAtMs } = transaction.followUp
  // Another report may have ended it during the enquiry. It is then watched only if that end requires it.
  const isWatched = from === 'sweep' && askAtMs !== null
  const next = isWatched ? { ...transaction, followUp: watchOn(transaction.followUp, at.wallMs, policy) } : transaction
  if (
    contradicts(transaction, answer.outcome, isWatched && askAtMs <= at.wallMs) &&
    transaction.reported !== 'contradiction'
  ) {
    const text = `${transaction.state} is final, but the network reported ${answer.outcome}`
    return { transaction: markedByReport(next, 'contradiction'), annotation: { kind: 'contradiction', text } }
  }
  if (answer.outcome === 'mismatch' && transaction.reported === null) {
    return { transaction: markedByReport(next, 'mismatch'), annotation: { kind: 'mismatch', text: answer.because } }
  }
  return { transaction: next }
}

/**
 * Whether a report contradicts a final state. A report that the network has the payment contradicts a failure without
 * its knowledge. It contradicts the network's own failure if it answers the watch's question: a report from about the
 * time of the end may only have come late.
 */
export function contradicts(
  { state, reason, isTakenBack, followUp }: Transaction,
  outcome: (Submitted | Enquired)['outcome'],
  isAskedByWatch: boolean,
): boolean {
  if (state === 'succeeded') return !isTakenBack && (outcome === 'declined' || outcome === 'reversed')
  if (outcome === 'succeeded') return true
  if (reason === 'operator_decided') return false
  const isAbsent = reason === 'never_arrived' || followUp.absences + followUp.absencesUnmeasured > 0
  const wasDenied = isAbsent || reason === 'not_sent' || isAskedByWatch
  return wasDenied && (outcome === 'accepted' || outcome === 'pending' || outcome === 'reversed')
}
