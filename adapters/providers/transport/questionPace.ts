import type { Clock } from '../../../core/sente.ts'
import type { Cancellation } from './http/guard.ts'

/** Waits until a question may be asked. Resolves at once when the question is cancelled. */
type AwaitPace = (cancellation: Cancellation) => Promise<void>

/**
 * The time for as many questions as the network takes in a second: a tenth longer, since some arrive sooner than others
 * that were sent before them.
 */
const secondMs = 1_100

/** Spreads questions evenly, in the order of arrival: the network gets no more than `aSecond` in a second. */
export function questionPace(clock: Pick<Clock, 'monotonicMs'>, aSecond: number): AwaitPace {
  let nextMs = Number.NEGATIVE_INFINITY
  return async (cancellation) => {
    const nowMs = clock.monotonicMs()
    const atMs = Math.max(nowMs, nextMs)
    nextMs = atMs + secondMs / aSecond
    if (atMs > nowMs) await pause(atMs - nowMs, cancellation)
  }
}

function pause(ms: number, cancellation: Cancellation): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      callOff()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const callOff = cancellation.onCancel(end)
  })
}
