/** The times of enquiries about open transactions, and the weight of their answers. Times in milliseconds. */
export type FollowUpPolicy = {
  /** The pause before the first enquiry; it doubles with each. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** The longest pause between two questions to a network that answers none. */
  readonly longestSilenceMs: number
  /** The pause between two enquiries about a collection that its customer may still approve. */
  readonly approvalPauseMs: number
  /** How long after its opening a customer may approve a collection, unless its provider has another time. */
  readonly approvalMs: number
  /**
   * The time from the last moment of a submission to the first enquiry, unless the network has answered: the provider's
   * timeout and a margin.
   */
  readonly answerMs: number
  /**
   * How long after the last moment of a submission its network may still be working on it. Before that, no absence
   * counts and no operator decides.
   */
  readonly settleMs: number
  /** The lease of a transaction's claim for an enquiry: longer than any enquiry takes. */
  readonly leaseMs: number
  /** How many absences in a row, answers that a network does not know it, mean that a submission never arrived. */
  readonly absences: number
  /** The shortest time between two absences that both count, on the wall clock and on the monotonic one. */
  readonly absenceSpacingMs: number
  /** How long a network is still asked about a transaction that failed or was decided by an operator. */
  readonly watchMs: number
  /** The pause before the first of those enquiries; it doubles with each. */
  readonly watchPauseMs: number
  /** The age from which an open transaction needs an operator's attention. */
  readonly overdueMs: number
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** For real networks: five absences over at least an hour. */
export const livePolicy: FollowUpPolicy = {
  firstPauseMs: 5 * secondMs,
  longestPauseMs: hourMs,
  longestSilenceMs: minuteMs,
  approvalPauseMs: 10 * secondMs,
  approvalMs: 5 * minuteMs,
  answerMs: 15 * secondMs,
  settleMs: minuteMs,
  leaseMs: 20 * secondMs,
  absences: 5,
  absenceSpacingMs: 15 * minuteMs,
  watchMs: 72 * hourMs,
  watchPauseMs: minuteMs,
  overdueMs: 24 * hourMs,
}

/** For simulated networks: three absences over five seconds. */
export const sandboxPolicy: FollowUpPolicy = {
  ...livePolicy,
  firstPauseMs: 500,
  longestPauseMs: 2.5 * secondMs,
  longestSilenceMs: 2.5 * secondMs,
  answerMs: 12 * secondMs,
  settleMs: 12 * secondMs,
  absences: 3,
  absenceSpacingMs: 2.5 * secondMs,
  watchPauseMs: 2.5 * secondMs,
}
