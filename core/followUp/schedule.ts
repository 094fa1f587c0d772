import type { FollowUpState, Moment, Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'

/** The follow-up of a transaction that is being opened: due when its network must have answered, if it has the request. */
export function firstFollowUp(submitUntilMs: number, policy: FollowUpPolicy): FollowUpState {
  const askAtMs = submitUntilMs + policy.answerMs
  return { askAtMs, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 }
}

/** When to ask next about an open transaction; the pauses grow with each enquiry. */
export function askAgain(
  { enquiries }: FollowUpState,
  nowMs: number,
  { firstPauseMs, longestPauseMs }: FollowUpPolicy,
): number {
  return nowMs + Math.min(firstPauseMs * 2 ** Math.min(enquiries, 30), longestPauseMs)
}

/** The latest moment for which an enquiry can be planned now: a later one was planned by a clock that was ahead. */
export function latestPlanMs(nowMs: number, { longestPauseMs, settleMs }: FollowUpPolicy): number {
  return nowMs + Math.max(longestPauseMs, 2 * settleMs)
}

/**
 * The follow-up of a transaction whose end no enquiry has confirmed: it is asked about from `askAtMs` on, with the
 * longest pause between two enquiries, as often as fits into `watchMs`. Enquiries are counted rather than hours, so that
 * a clock that jumps cannot end it early.
 */
export function watched(followUp: FollowUpState, askAtMs: number): FollowUpState {
  return { ...followUp, askAtMs, enquiries: 0 }
}

/** Plans the next enquiry about a watched transaction after one was made; none if that was the last. */
export function watchOn(followUp: FollowUpState, nowMs: number, policy: FollowUpPolicy): FollowUpState {
  const enquiries = followUp.enquiries + 1
  const isOver = enquiries * policy.longestPauseMs >= policy.watchMs
  return { ...followUp, enquiries, askAtMs: isOver ? null : nowMs + policy.longestPauseMs }
}

/** Allows for a wall clock that was ahead at the opening: a transaction was opened now at the latest. */
export function openedByNow(transaction: Transaction, nowMs: number): Transaction {
  const { createdAtMs, followUp } = transaction
  const aheadMs = createdAtMs - nowMs
  return aheadMs <= followUp.aheadMs ? transaction : { ...transaction, followUp: { ...followUp, aheadMs } }
}

/** For how long a submission may still be on its way, or its network working on it, in milliseconds; 0 or less: no longer. */
export function settlesInMs(
  { submitUntilMs, followUp }: Transaction,
  nowMs: number,
  { settleMs }: FollowUpPolicy,
): number {
  return submitUntilMs - followUp.aheadMs + settleMs - nowMs
}

/** Whether an open transaction has been open for too long. */
export function isOverdue({ createdAtMs, followUp }: Transaction, nowMs: number, policy: FollowUpPolicy): boolean {
  return nowMs >= createdAtMs - followUp.aheadMs + policy.overdueMs
}

/** How many absences that were spaced by the wall clock alone count as one. */
const unmeasuredForOne = 3

/** Whether a network has said often enough that it does not know a transaction. */
export function isAbsent({ absences, absencesUnmeasured }: FollowUpState, policy: FollowUpPolicy): boolean {
  return absences + Math.floor(absencesUnmeasured / unmeasuredForOne) >= policy.absences
}

/**
 * Counts a network's answer that it does not know a transaction: only once the submission has settled, and only when
 * the pause since the last one was long enough on both clocks. A pause that spans two runs can't be measured on the
 * monotonic clock: it is counted apart. If the wall clock was set back, the pause starts again.
 */
export function countAbsence(transaction: Transaction, at: Moment, policy: FollowUpPolicy): FollowUpState {
  const { followUp } = transaction
  if (settlesInMs(transaction, at.wallMs, policy) > 0) return followUp
  const since = followUp.absentSince
  if (since === null) return { ...followUp, absences: 1, absentSince: at }
  const wallMs = at.wallMs - since.wallMs
  const monotonicMs = at.monotonicMs - since.monotonicMs
  const isMeasured = since.run === at.run && monotonicMs >= 0
  if (wallMs < 0) return { ...followUp, absentSince: at }
  if ((isMeasured ? Math.min(wallMs, monotonicMs) : wallMs) < policy.absenceSpacingMs) return followUp
  return isMeasured
    ? { ...followUp, absences: followUp.absences + 1, absentSince: at }
    : { ...followUp, absencesUnmeasured: followUp.absencesUnmeasured + 1, absentSince: at }
}
