import type { FollowUpState, Moment, Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'

/** The follow-up of a transaction that is just being opened: due when its request must have ended, however it ended. */
export function firstFollowUp(submitUntilMs: number, policy: FollowUpPolicy): FollowUpState {
  const askAtMs = submitUntilMs + policy.settleMs
  return { askAtMs, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 }
}

/** When to ask next about a transaction that has not ended; the pauses grow with each question. */
export function askAgain(
  { enquiries }: FollowUpState,
  nowMs: number,
  { firstPauseMs, longestPauseMs }: FollowUpPolicy,
): number {
  return nowMs + Math.min(firstPauseMs * 2 ** Math.min(enquiries, 30), longestPauseMs)
}

/** The last moment that a question can be planned for by now: what is planned for later was planned by a clock that was ahead. */
export function latestPlanMs(nowMs: number, { longestPauseMs, settleMs }: FollowUpPolicy): number {
  return nowMs + Math.max(longestPauseMs, 2 * settleMs)
}

/**
 * The follow-up of one that failed without the network's word in answer to an enquiry: it is asked about from `askAtMs` on,
 * with the longest pause between two questions, as often as that makes `watchMs`. Questions are counted rather than hours, so
 * that no clock that jumps ends it early.
 */
export function watched(followUp: FollowUpState, askAtMs: number): FollowUpState {
  return { ...followUp, askAtMs, enquiries: 0 }
}

/** Plans the next question about one that is watched, after one was asked; none when that was the last. */
export function watchOn(followUp: FollowUpState, nowMs: number, policy: FollowUpPolicy): FollowUpState {
  const enquiries = followUp.enquiries + 1
  const isOver = enquiries * policy.longestPauseMs >= policy.watchMs
  return { ...followUp, enquiries, askAtMs: isOver ? null : nowMs + policy.longestPauseMs }
}

/** Reckons with a wall clock that was ahead at the opening: a transaction was opened by now at the latest. */
export function openedByNow(transaction: Transaction, nowMs: number): Transaction {
  const { createdAtMs, followUp } = transaction
  const aheadMs = createdAtMs - nowMs
  return aheadMs <= followUp.aheadMs ? transaction : { ...transaction, followUp: { ...followUp, aheadMs } }
}

/** How long a submission may still be on its way to its network, or the network still be working on it; 0 or less: no more. */
export function settlesInMs(
  { submitUntilMs, followUp }: Transaction,
  nowMs: number,
  { settleMs }: FollowUpPolicy,
): number {
  return submitUntilMs - followUp.aheadMs + settleMs - nowMs
}

/** Whether a transaction has not ended in time. */
export function isOverdue({ createdAtMs, followUp }: Transaction, nowMs: number, policy: FollowUpPolicy): boolean {
  return nowMs >= createdAtMs - followUp.aheadMs + policy.overdueMs
}

/** So many absences that the wall clock alone could space count as one. */
const unmeasuredForOne = 3

/** Whether a network has said often enough that it does not know a transaction. */
export function isAbsent({ absences, absencesUnmeasured }: FollowUpState, policy: FollowUpPolicy): boolean {
  return absences + Math.floor(absencesUnmeasured / unmeasuredForOne) >= policy.absences
}

/**
 * Counts a network's answer that it does not know a transaction: only once the submission has settled, and only when
 * the pause since the last one was long enough on both clocks. A pause that spans two runs can't be measured on the
 * monotonic clock: it is counted apart. A wall clock that was put back has the pause measured anew.
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
