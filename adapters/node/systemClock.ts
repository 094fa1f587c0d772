import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../../core/sente.ts'

/** The machine's clocks. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  run: randomUUID(),
}
