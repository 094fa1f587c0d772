import type { Socket } from 'node:net'
import { type Clock, type Deadline, deadlineIn, remainingMs } from '../../../../core/sente.ts'

/** Guards one request: whether it may still be written, and whether it is still awaited. */
export type Guard = {
  /** Called on connecting and again directly before the first byte of the request. */
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
  /**
   * The longest time for the whole answer, from the first byte written; without it, the answer must arrive by `until`.
   */
  readonly answerMs?: number
}

/** A guard that keeps a request within its bounds; `stop` ends its timers. */
export function guardWithin(clock: Clock, { until, answerMs }: Bounds): Guard & { stop(): void } {
  const ending = cancellation()
  let stop = atDeadline(clock, until, () => ending.cancel('the deadline passed'))
  return {
    cancellation: ending,
    mayWrite: () => ending.because() === undefined && remainingMs(clock, until) > 0,
    onWriting() {
      if (answerMs === undefined) return
      stop()
      stop = atDeadline(clock, deadlineIn(clock, answerMs), () => ending.cancel('the answer was not complete in time'))
    },
    stop: () => stop(),
  }
}

/** Calls back when the first of the two clocks should reach the deadline. Returns a function that cancels the call. */
export function atDeadline(clock: Clock, until: Deadline, then: () => void): () => void {
  const timer = setTimeout(then, Math.min(Math.max(remainingMs(clock, until), 0), longestTimerMs))
  return () => clearTimeout(timer)
}

/** Node fires longer timers immediately. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Signals that a result is no longer awaited. An AbortSignal does the same, and takes 15 % of the CPU time of a payment
 * (docs/performance.md).
 */
export type Cancellation = {
  /** The reason, for operators; undefined while the result is awaited. */
  because(): string | undefined
  /** Calls back when it is cancelled. Returns a function that removes the callback. */
  onCancel(then: () => void): () => void
}

/** Makes a cancellation together with the function that cancels it, once. */
function cancellation(): Cancellation & { cancel(because: string): void } {
  const listeners = new Set<() => void>()
  let reason: string | undefined
  return {
    because: () => reason,
    onCancel(then) {
      listeners.add(then)
      return () => listeners.delete(then)
    },
    cancel(because) {
      if (reason !== undefined) return
      reason = because
      for (const then of listeners) then()
    },
  }
}
