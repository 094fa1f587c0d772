import { useFakeTimers } from 'sinon'
import { type Clock, type Deadline, deadlineIn } from '../../core/sente.ts'

/** Clocks that stand still, together with timers, until `pass`; connections do not wait for them. */
export type StandingTime = { readonly clock: Clock; in(ms: number): Deadline; pass(ms: number): void }

/** Runs `test` while time stands still. */
export async function inStandingTime<T>(test: (time: StandingTime) => Promise<T>): Promise<T> {
  const timers = useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const clock: Clock = { nowMs: () => timers.now, monotonicMs: () => timers.now, run: 'run 1' }
  try {
    return await test({ clock, in: (ms) => deadlineIn(clock, ms), pass: (ms) => void timers.tick(ms) })
  } finally {
    timers.restore()
  }
}
