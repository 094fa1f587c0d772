import type { Clock } from '../../../../core/sente.ts'
import { beginningMs } from './tariffs.ts'

/** The clocks of one machine, and the true time, which no process on it can read. Times in milliseconds. */
export type MachineClock = {
  trueMs(): number
  /** The monotonic clock as the machine counts it. */
  monotonicMs(): number
  /** Lets time pass; while the machine sleeps the monotonic clock stands still. */
  pass(ms: number, isAsleep?: boolean): void
  /** Sets the wall clock forward or back. */
  jump(ms: number): void
  /** The clock as a run of the process reads it; its monotonic clock starts at a point of its own. */
  ofRun(run: string): Clock
}

/** Makes the clocks, at the time at which sequences begin. */
export function machineClock(): MachineClock {
  const origins = new Map<string, number>()
  let [trueMs, wallMs, monotonicMs] = [0, beginningMs, 0]
  return {
    trueMs: () => trueMs,
    monotonicMs: () => monotonicMs,
    pass(ms, isAsleep = false) {
      trueMs += ms
      wallMs += ms
      if (!isAsleep) monotonicMs += ms
    },
    jump(ms) {
      wallMs += ms
    },
    ofRun(run) {
      const originMs = origins.get(run) ?? origins.size * 1e9
      origins.set(run, originMs)
      return { nowMs: () => wallMs, monotonicMs: () => originMs + monotonicMs, run }
    },
  }
}
