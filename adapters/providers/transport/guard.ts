import type { Socket } from 'node:net'
import type { Clock, Deadline } from '../../../core/sente.ts'
import { type Cancellation, cancellation } from './cancellation.ts'
import { atDeadline, deadlineIn, hasPassed } from './deadline.ts'

/** Watches over one request on its way: whether it may still be written, and whether anyone still waits for it. */
export type Guard = {
  /** Asked on connecting and again directly before the first byte of the request. */
  mayWrite(): boolean
  /** Called directly before the first byte is written, with the connection and whether it was used before. */
  onWriting(connection: Socket, isUsed: boolean): void
  /** Ends the request. */
  readonly cancellation: Cancellation
}

/** Bounds of one request. */
export type Bounds = {
  /** Nothing is written after this. */
  readonly until: Deadline
  /** How long the whole answer may take from the first byte written; absent: it has to be here by `until` too. */
  readonly answerMs?: number
}

/** A guard that keeps a request within its bounds; `stop` ends the watch. */
export function guardWithin(clock: Clock, { until, answerMs }: Bounds): Guard & { stop(): void } {
  const ending = cancellation()
  let stop = atDeadline(clock, until, () => ending.cancel('the deadline passed'))
  return {
    cancellation: ending,
    mayWrite: () => ending.because() === undefined && !hasPassed(clock, until),
    onWriting() {
      if (answerMs === undefined) return
      stop()
      stop = atDeadline(clock, deadlineIn(clock, answerMs), () => ending.cancel('no whole answer came in time'))
    },
    stop: () => stop(),
  }
}
