import type { FollowUpState, Moment, Transaction } from '../model/transaction.ts'
import type { LatestPlans } from '../ports/books/claims.ts'
import type { FollowUpPolicy } from './policy.ts'

/**
 * The follow-up of a transaction that is being opened. It is due when its network must have answered, if it has the
 * request.
 */
export function firstFollowUp(submitUntilMs: number, policy: FollowUpPolicy): FollowUpState {
  const askAtMs = submitUntilMs + policy.answerMs
  return { askAtMs, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 }
}

/** The time of the next enquiry about an open transaction. The pauses grow with each enquiry. */
export function askAgain(
  { enquiries }: FollowUpState,
  nowMs: number,
  { firstPauseMs, longestPauseMs }: FollowUpPolicy,
): number {
  return nowMs + Math.min(firstPauseMs * 2 ** Math.min(enquiries, 30), longestPauseMs)
}

/**
 * The time of the next question after an unanswered one: after a sixtieth of the time that the transaction has been
 * open, but not at once, nor later than another absence could count.
 */
export function askSoon(
  { createdAtMs, followUp }: Transaction,
  nowMs: number,
  { firstPauseMs, absenceSpacingMs }: FollowUpPolicy,
): number {
  const openMs = nowMs - (createdAtMs - followUp.aheadMs)
  return nowMs + Math.ceil(Math.min(Math.max(openMs / 60, firstPauseMs), absenceSpacingMs))
}

/**
 * The latest possible moments of an enquiry planned now: about an open transaction, and about a watched one. A clock
 * that was ahead has planned every later enquiry.
 */
export function latestPlans(nowMs: number, { longestPauseMs, settleMs, watchMs }: FollowUpPolicy): LatestPlans {
  return { openMs: nowMs + Math.max(longestPauseMs, 2 * settleMs), endedMs: nowMs + watchMs }
}

/**
 * The follow-up of a transaction that has ended and may be contradicted: it is asked about with doubling pauses, as
 * often as fits into `watchMs`. Enquiries are counted rather than hours, so that a clock that jumps cannot end it
 * early.
 */
export function watched(followUp: FollowUpState, nowMs: number, { watchPauseMs }: FollowUpPolicy): FollowUpState {
  return { ...followUp, askAtMs: nowMs + watchPauseMs, enquiries: 0 }
}

/** Plans the next enquiry about a watched transaction after one was made; none if that was the last. */
export function watchOn(
  followUp: FollowUpState,
  nowMs: number,
  { watchPauseMs, watchMs }: FollowUpPolicy,
): FollowUpState {
  const enquiries = followUp.enquiries + 1
  const pauseMs = watchPauseMs * 2 ** enquiries
  const isOver = 2 * pauseMs - watchPauseMs > watchMs
  return { ...followUp, enquiries, askAtMs: isOver ? null : nowMs + pauseMs }
}

/** Allows for a wall clock that was ahead at the opening: a transaction was opened now at the latest. */
export function openedByNow(transaction: Transaction, nowMs: number): Transaction {
  const { createdAtMs, followUp } = transaction
  const aheadMs = createdAtMs - nowMs
  return aheadMs <= followUp.aheadMs ? transaction : { ...transaction, followUp: { ...followUp, aheadMs } }
}

/**
 * How long a submission may still be on its way, or its network working on it, in milliseconds; 0 or less when this
 * time has passed.
 */
export function settlesInMs(
  { submitUntilMs, followUp }: Transaction,
  nowMs: number,
  { settleMs }: FollowUpPolicy,
): number {
  return submitUntilMs - followUp.aheadMs + settleMs - nowMs
}

/** The time of an answer, and whether all nodes that share the books date such answers by one clock. */
export type Timed = { readonly at: Moment; readonly isShared?: boolean }

/** Whether the customer may still approve a collection; by the policy, unless its provider has another time. */
export function mayBeApproved(
  { kind, createdAtMs, followUp }: Transaction,
  { at, approvalMs }: Timed & { readonly approvalMs?: number | undefined },
  policy: FollowUpPolicy,
): boolean {
  return kind === 'collection' && at.wallMs < createdAtMs - followUp.aheadMs + (approvalMs ?? policy.approvalMs)
}

/** Marks an open transaction for an operator that has been open for too long, unless it already has a mark. */
export function flagOverdue(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const opened = openedByNow(transaction, nowMs)
  const isLate = opened.attention === null && isOverdue(opened, nowMs, policy)
  return isLate ? { ...opened, attention: 'overdue' } : opened
}

/** Whether an open transaction has been open for too long. */
function isOverdue({ createdAtMs, followUp }: Transaction, nowMs: number, policy: FollowUpPolicy): boolean {
  return nowMs >= createdAtMs - followUp.aheadMs + policy.overdueMs
}
