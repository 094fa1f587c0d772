import type { Clock, Deadline } from '../../../core/sente.ts'

/** The moment this many milliseconds from now, on both clocks. */
export function deadlineIn(clock: Clock, ms: number): Deadline {
  return { wallMs: clock.nowMs() + ms, monotonicMs: clock.monotonicMs() + ms }
}

/** Whether either clock has reached the deadline. */
export function hasPassed(clock: Clock, until: Deadline): boolean {
  return remainingMs(clock, until) <= 0
}

/** Calls back once the clock that is ahead should reach the deadline; returns what calls that off. */
export function atDeadline(clock: Clock, until: Deadline, then: () => void): () => void {
  const timer = setTimeout(then, Math.min(Math.max(remainingMs(clock, until), 0), longestTimerMs))
  return () => clearTimeout(timer)
}

/** Node fires a timer that is set for longer than this at once. */
const longestTimerMs = 2 ** 31 - 1

function remainingMs(clock: Clock, { wallMs, monotonicMs }: Deadline): number {
  return Math.min(wallMs - clock.nowMs(), monotonicMs - clock.monotonicMs())
}
