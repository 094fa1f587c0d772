import type { FollowUpPolicy } from './followUpPolicy.ts'
import type { FollowUpState, Moment, Transaction } from './transaction.ts'

/** The follow-up of a transaction that is just being opened: due when its request must have ended, however it ended. */
export function firstFollowUp(submitUntilMs: number, policy: FollowUpPolicy): FollowUpState {
  return { askAtMs: submitUntilMs + policy.settleMs, asked: 0, absences: 0, absentSince: null }
}

/** When to ask next about a transaction that has not ended; the pauses grow with each question. */
export function askAgain(
  { asked }: FollowUpState,
  nowMs: number,
  { firstPauseMs, longestPauseMs }: FollowUpPolicy,
): number {
  return nowMs + Math.min(firstPauseMs * 2 ** Math.min(asked, 30), longestPauseMs)
}

/** When to ask again about one that failed without the network's word; null when it has been watched long enough. */
export function watchAgain({ updatedAtMs }: Transaction, nowMs: number, policy: FollowUpPolicy): number | null {
  return nowMs < updatedAtMs + policy.watchMs ? nowMs + policy.longestPauseMs : null
}

/** Whether a submission can no longer be on its way to its network, nor the network still be working on it. */
export function hasSettled({ submitUntilMs }: Transaction, nowMs: number, { settleMs }: FollowUpPolicy): boolean {
  return nowMs >= submitUntilMs + settleMs
}

/**
 * Counts a network's answer that it does not know a transaction: only once the submission has settled, and only when
 * the pause since the last one was long enough on both clocks. A pause that spans two runs can't be measured on the
 * monotonic clock, so it is measured anew.
 */
export function countAbsence(transaction: Transaction, at: Moment, policy: FollowUpPolicy): FollowUpState {
  const { followUp } = transaction
  if (!hasSettled(transaction, at.wallMs, policy)) return followUp
  const since = followUp.absentSince
  if (since === null) return { ...followUp, absences: 1, absentSince: at }
  const wallMs = at.wallMs - since.wallMs
  if (since.run !== at.run || wallMs < 0) return { ...followUp, absentSince: at }
  const pauseMs = Math.min(wallMs, at.monotonicMs - since.monotonicMs)
  if (pauseMs < policy.absenceSpacingMs) return followUp
  return { ...followUp, absences: followUp.absences + 1, absentSince: at }
}
