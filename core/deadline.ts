import type { Clock } from './ports/clock.ts'

/** A moment on both clocks: it has passed as soon as either clock says so. */
export type Deadline = { readonly wallMs: number; readonly monotonicMs: number }

/** The moment this many milliseconds from now. */
export function deadlineIn(clock: Clock, ms: number): Deadline {
  return { wallMs: clock.nowMs() + ms, monotonicMs: clock.monotonicMs() + ms }
}

/** The time left until the deadline by whichever clock is ahead, in milliseconds; 0 or less once it has passed. */
export function remainingMs(clock: Clock, { wallMs, monotonicMs }: Deadline): number {
  return Math.min(wallMs - clock.nowMs(), monotonicMs - clock.monotonicMs())
}
