import { attemptPauseMs, failingMs, type Settlement, shownBy } from '../../../core/sente.ts'
import type { EndedAttempt } from './attempts.ts'
import type { Failing } from './failing.ts'
import type { Progress } from './progress.ts'

/** The dependencies of the results for the store. */
export type SettlementDeps = {
  readonly progress: Progress
  readonly failing: Failing
  /** A number from 0 to 1. */
  readonly random: () => number
}

/**
 * The results of attempts, for the store: delivered events, events that wait for another attempt, and the endpoint's
 * progress.
 */
export function settlementOf(
  ended: readonly EndedAttempt[],
  { progress, failing, random }: SettlementDeps,
): Settlement {
  const results = ended.map((attempt) => resultOf(attempt, random()))
  for (const { shown } of results) failing.note(shown === 'delivered')
  for (const { event, isFirst } of results) if (isFirst) progress.end(event)
  const forMs = failing.ms()
  const isFailing = forMs !== null && forMs >= failingMs
  const disabledBecause = results.some(({ shown }) => shown === 'gone') ? 'gone' : isFailing ? 'failing' : undefined
  return {
    progress: { upTo: progress.upTo(), failingMs: forMs },
    waiting: results.flatMap(({ waiting }) => waiting ?? []),
    ended: results.flatMap(({ event, waiting, isFirst }) => (waiting || isFirst ? [] : event)),
    attempts: results.map(({ attempt }) => attempt),
    ...(disabledBecause && { disabledBecause }),
  }
}

function resultOf({ rows, waiting: before, posted }: EndedAttempt, random: number) {
  const { sequence } = rows.event
  const { status, problem, tookMs, answer, retryAfterMs } = posted
  const attempts = (before?.attempts ?? 0) + 1
  const shown = shownBy(status)
  const nextMs = attemptPauseMs(attempts, { random, retryAfterMs })
  // Events that a gone endpoint did not accept wait until it is enabled again, even after the last attempt.
  const pauseMs = { delivered: undefined, failed: nextMs, gone: nextMs ?? 0 }[shown]
  return {
    event: sequence,
    isFirst: before === undefined,
    shown,
    attempt: { sequence, attempt: attempts, status, problem, tookMs, answer },
    waiting: pauseMs === undefined ? undefined : { sequence, attempts, pauseMs },
  }
}
