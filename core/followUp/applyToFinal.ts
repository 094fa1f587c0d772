import type { Enquired, Submitted } from '../ports/mobileProvider.ts'
import type { Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'
import type { Report, ReportApplied } from './report.ts'
import { watchOn } from './schedule.ts'

/** Applies a report to a transaction that has ended: its state and its money stay, whatever the report says. */
export function applyToFinal(
  transaction: Transaction,
  { answer, at, from }: Report,
  policy: FollowUpPolicy,
): ReportApplied {
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
  if (state === 'succeeded') return outcome === 'declined' || outcome === 'reversed'
  if (outcome === 'succeeded') return true
  if (reason === 'operator_decided') return false
  const isAbsent = reason === 'never_arrived' || followUp.absences + followUp.absencesUnmeasured > 0
  const wasDenied = isAbsent || reason === 'not_sent' || followUp.askAtMs !== null
  return wasDenied && (outcome === 'accepted' || outcome === 'pending' || outcome === 'reversed')
}
