import type { ClaimedEndpoint, DeliveryAttempt, DeliveryProgress, Settlement } from '../ports/webhooks.ts'

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** How long after a failed attempt the next one comes, in milliseconds, by how many there were. */
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

/** By which part of itself a pause is shorter or longer, so that what failed together is not tried again together. */
const spread = 0.2

/** The longest pause that an endpoint may ask for. */
const longestAskedMs = 24 * hourMs

/** The longest that an event waits for its next attempt, in milliseconds, even when a clock was wrong. */
export const longestAttemptPauseMs = Math.round(Math.max(longestAskedMs, ...attemptPausesMs) * (1 + spread))

/** After how long without a success an endpoint is disabled. */
export const failingMs = 5 * 24 * hourMs

/** For how long the secret before the last rotation signs too. */
export const oldSecretMs = 24 * hourMs

/** For how long attempts are kept. */
export const attemptsKeptMs = 30 * 24 * hourMs

/** The last event that a settlement speaks of: where the account has no such event, its books have gone back. */
export function reachOf({ progress, waiting, attempts }: Settlement): number {
  return Math.max(progress.upTo, ...[...waiting, ...attempts].map(({ sequence }) => sequence))
}

/** What an attempt has shown: it was delivered, the endpoint is gone, or it failed. */
export type Shown = 'delivered' | 'gone' | 'failed'

/** What the status of an answer shows; null stands for none. */
export function shownBy(status: DeliveryAttempt['status']): Shown {
  if (status !== null && status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

/**
 * How long to wait after `attempts` failures, in milliseconds, given a random number from 0 to 1 and how long the endpoint
 * asked to wait; undefined when there were enough.
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
 * For how long an endpoint has failed when it is claimed, in milliseconds, as far as it is proved. `watchedMs` is how long
 * that is at most by the monotonic clock of this process, if it has served it before. Of a time that only a wall clock has
 * measured, no more counts than the longest pause: it may have jumped.
 */
export function failingWhenClaimed(
  { progress: { failingMs }, idleMs }: ClaimedEndpoint,
  watchedMs: number | null,
): DeliveryProgress['failingMs'] {
  if (failingMs === null) return null
  if (watchedMs === null) return failingMs + Math.min(idleMs, longestAttemptPauseMs)
  return Math.min(failingMs + idleMs, watchedMs)
}
