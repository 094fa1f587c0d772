import type { FollowUpState, Moment, Transaction } from '../../model/transaction.ts'
import type { FollowUpPolicy } from '../policy.ts'
import { askAgain, settlesInMs, type Timed } from '../schedule.ts'

/** How many absences that were spaced by the wall clock alone count as one. */
const unmeasuredForOne = 3

/** Whether a network has answered often enough that it does not know a transaction. */
export function hasNeverArrived({ absences, absencesUnmeasured }: FollowUpState, policy: FollowUpPolicy): boolean {
  return absences + Math.floor(absencesUnmeasured / unmeasuredForOne) >= policy.absences
}

/**
 * Counts a network's answer that it does not know a transaction: only once the submission has ended, and only when the
 * pause since the last one was long enough. Within a run both clocks must show it. A pause that spans two runs is
 * measured by the clock that the nodes share; if they share none, it is counted apart. If the wall clock was set back,
 * the pause starts again.
 */
export function countNotFound(
  transaction: Transaction,
  { at, isShared }: Timed,
  policy: FollowUpPolicy,
): FollowUpState {
  const { followUp } = transaction
  const since = followUp.absentSince
  if (settlesInMs(transaction, at.wallMs, policy) > 0) return followUp
  if (since === null) return { ...followUp, absences: 1, absentSince: at }
  if (at.wallMs < since.wallMs) return { ...followUp, absentSince: at }
  if (passedMs(since, at) < policy.absenceSpacingMs) return followUp
  return isOneRun(since, at) || isShared
    ? { ...followUp, absences: followUp.absences + 1, absentSince: at }
    : { ...followUp, absencesUnmeasured: followUp.absencesUnmeasured + 1, absentSince: at }
}

/**
 * The time of the next question about a transaction that its network does not know: as soon as another such answer can
 * count.
 */
export function askAfterNotFound(transaction: Transaction, at: Moment, policy: FollowUpPolicy): number {
  const { followUp } = transaction
  const settlesMs = settlesInMs(transaction, at.wallMs, policy)
  const pauseMs = askAgain(followUp, at.wallMs, policy) - at.wallMs
  if (settlesMs > 0) return at.wallMs + Math.min(pauseMs, Math.max(settlesMs, policy.firstPauseMs))
  const leftMs = policy.absenceSpacingMs - (followUp.absentSince ? passedMs(followUp.absentSince, at) : 0)
  return at.wallMs + Math.max(Math.ceil(leftMs), policy.firstPauseMs)
}

/** The time that has certainly passed: within a run, the shorter one of its two clocks. */
function passedMs(since: Moment, at: Moment): number {
  const wallMs = at.wallMs - since.wallMs
  return isOneRun(since, at) ? Math.min(wallMs, at.monotonicMs - since.monotonicMs) : wallMs
}

function isOneRun(since: Moment, at: Moment): boolean {
  return since.run === at.run && at.monotonicMs >= since.monotonicMs
}
