import type { Socket } from 'node:net'
import { type Clock, type Deadline, deadlineIn, remainingMs } from '../../../core/sente.ts'

/** Watches over one request on its way: whether it may still be written, and whether anyone still waits for it. */
export type Guard = {
  /** Asked on connecting and again directly before the first byte of the request. */
  mayWrite(): boolean
  /** Called directly before the first byte is written, with the connection and whether it was used before. */
  onWriting(connection: Socket, isUsed: boolean): void
  /** Aborted when nobody waits any more; the reason is a text for operators. */
  readonly signal: AbortSignal
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
  const ending = new AbortController()
  let stop = atDeadline(clock, until, () => ending.abort('the deadline passed'))
  return {
    signal: ending.signal,
    mayWrite: () => !ending.signal.aborted && remainingMs(clock, until) > 0,
    onWriting() {
      if (answerMs === undefined) return
      stop()
      stop = atDeadline(clock, deadlineIn(clock, answerMs), () => ending.abort('no whole answer came in time'))
    },
    stop: () => stop(),
  }
}

/** Calls back once the clock that is ahead should reach the deadline; returns what calls that off. */
export function atDeadline(clock: Clock, until: Deadline, then: () => void): () => void {
  const timer = setTimeout(then, Math.min(Math.max(remainingMs(clock, until), 0), longestTimerMs))
  return () => clearTimeout(timer)
}

/** Node fires a timer that is set for longer than this at once. */
const longestTimerMs = 2 ** 31 - 1
