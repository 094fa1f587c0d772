import type { Logger } from 'pino'
import type { OperatorMoney } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often payments are added up. */
const everyMs = 60_000

/** Adds up payments for the operator's floats, in small steps, until none are left or it is stopped. */
export function floatLoop({ gather }: Pick<OperatorMoney, 'gather'>, log: Logger): Repeated {
  let isStopped = false
  let isRunning = false

  async function gatherAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (!isStopped && (await gather()));
    } finally {
      isRunning = false
    }
  }

  const gathering = repeated(gatherAll, { everyMs, onBreakage: (err) => log.warn({ err }, 'floats were not added up') })
  return {
    stop() {
      isStopped = true
      return gathering.stop()
    },
  }
}
