import type { ClaimedEndpoint, DeliveryAttempt, DeliveryProgress, Settlement } from '../ports/webhooks.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** The pauses after failed attempts, in milliseconds, by the number of failures. */
export const attemptPausesMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/** The share by which a pause is shorter or longer, so that simultaneous failures are not repeated simultaneously. */
const spread = 0.2

/** The longest pause that an endpoint may ask for. */
const longestAskedMs = 24 * hourMs

/** The longest pause of an event before its next attempt, in milliseconds, even when a clock was wrong. */
export const longestAttemptPauseMs = Math.round(Math.max(longestAskedMs, ...attemptPausesMs) * (1 + spread))

/** How long an endpoint may be without a success before it is disabled. */
export const failingMs = 5 * 24 * hourMs

/** How long the secret before the last rotation still signs. */
export const oldSecretMs = 24 * hourMs

/** How long attempts are kept. */
export const attemptsKeptMs = 30 * 24 * hourMs

/** The last event in a settlement. If the account has no such event, its books were restored. */
export function reachOf({ progress, waiting, attempts }: Settlement): number {
  return Math.max(progress.upTo, ...[...waiting, ...attempts].map(({ sequence }) => sequence))
}

/** The result of an attempt: it was delivered, the endpoint is gone, or it failed. */
export type Shown = 'delivered' | 'gone' | 'failed'

/** The result behind the status of an answer; null means no answer. */
export function shownBy(status: DeliveryAttempt['status']): Shown {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

/**
 * The pause after `attempts` failures, in milliseconds, given a random number from 0 to 1 and the pause that the
 * endpoint asked for; undefined when there were enough.
 */
export function attemptPauseMs(
  attempts: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number | undefined {
  const pauseMs = attemptPausesMs[attempts - 1]
  if (pauseMs === undefined) return undefined
  const spreadMs = pauseMs * (1 + spread * (2 * random - 1))
  const askedMs = Math.min(retryAfterMs ?? 0, longestAskedMs)
  return Math.round(Math.max(spreadMs, askedMs))
}

/**
 * How long an endpoint has been failing when it is claimed, in milliseconds, as far as it is proved. `watchedMs` is an
 * upper bound by the monotonic clock of this process, if it has served the endpoint before. Time measured by a wall
 * clock alone counts up to the longest pause: the clock may have jumped.
 */
export function failingWhenClaimed(
  { progress: { failingMs }, idleMs }: ClaimedEndpoint,
  watchedMs: number | null,
): DeliveryProgress['failingMs'] {
  if (failingMs === null) return null
  if (watchedMs === null) return failingMs + Math.min(idleMs, longestAttemptPauseMs)
  return Math.min(failingMs + idleMs, watchedMs)
}
