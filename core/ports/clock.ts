import type { Moment } from '../model/transaction.ts'

/** The time of day, and a monotonic clock. */
export interface Clock {
  /** The wall clock: milliseconds since the Unix epoch. It may jump in either direction. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment. It never runs backwards, but may stand still while the machine sleeps. */
  monotonicMs(): number
  /**
   * The run of the machine or process that this monotonic clock belongs to: times of different runs cannot be compared.
   */
  readonly run: string
}

/** A moment on both clocks: it has passed as soon as it has passed on one of them. */
export type Deadline = { readonly wallMs: number; readonly monotonicMs: number }

/** The moment this many milliseconds from now. */
export function deadlineIn(clock: Clock, ms: number): Deadline {
  return { wallMs: clock.nowMs() + ms, monotonicMs: clock.monotonicMs() + ms }
}

/** The present moment. */
export function momentBy(clock: Clock): Moment {
  return { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run: clock.run }
}

/** The time left until the deadline by the clock that is ahead, in milliseconds; 0 or less once it has passed. */
export function remainingMs(clock: Clock, { wallMs, monotonicMs }: Deadline): number {
  return Math.min(wallMs - clock.nowMs(), monotonicMs - clock.monotonicMs())
}
