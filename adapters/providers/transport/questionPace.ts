import type { Clock } from '../../../core/sente.ts'
import type { Cancellation } from './http/guard.ts'

/** Waits until a question may be asked. Resolves at once when the question is cancelled. */
type AwaitPace = (cancellation: Cancellation) => Promise<void>

/** Spreads questions evenly: `aSecond` of them in each second, in the order of arrival. */
export function questionPace(clock: Pick<Clock, 'monotonicMs'>, aSecond: number): AwaitPace {
  let nextMs = Number.NEGATIVE_INFINITY
  return async (cancellation) => {
    const nowMs = clock.monotonicMs()
    const atMs = Math.max(nowMs, nextMs)
    nextMs = atMs + 1_000 / aSecond
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
