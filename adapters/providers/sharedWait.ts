import type { Clock, Deadline } from '../../core/sente.ts'
import { cancellation } from './cancellation.ts'
import { atDeadline, hasPassed } from './deadline.ts'
import type { Guard } from './guard.ts'

/** Waits for the result of work that others may wait for too, no longer than `until`; undefined when that is over. */
export type Wait<T> = (until: Deadline) => Promise<T | undefined>

/**
 * Begins work that many wait for. Its guard allows writing as long as one of them still may, and ends it when the
 * last one has given up; `onEnd` is told when nobody should join it any more.
 */
export function sharedWait<T>(clock: Clock, work: (guard: Guard) => Promise<T>, onEnd: () => void): Wait<T> {
  const ending = cancellation()
  const waiting = new Set<{ readonly until: Deadline }>()
  const result = work({
    cancellation: ending,
    mayWrite: () => [...waiting].some(({ until }) => !hasPassed(clock, until)),
    onWriting() {},
  }).finally(onEnd)

  function leave(waiter: { until: Deadline }) {
    waiting.delete(waiter)
    if (waiting.size > 0) return
    onEnd()
    ending.cancel('nobody waits for it any more')
  }

  return async (until) => {
    const waiter = { until }
    waiting.add(waiter)
    let callOff = () => {}
    const tooLate = new Promise<undefined>((resolve) => {
      callOff = atDeadline(clock, until, () => resolve(undefined))
    })
    try {
      return await Promise.race([result, tooLate])
    } finally {
      callOff()
      leave(waiter)
    }
  }
}
