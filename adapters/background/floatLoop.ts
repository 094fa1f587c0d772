import type { Logger } from 'pino'
import type { AskForFloats, OperatorMoney } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often payments are added up, and it is looked whether it is our turn to ask networks. */
const everyMs = 60_000

/** What the loop does: adds up some payments, and asks networks for floats if it is our turn. */
type FloatWork = Pick<OperatorMoney, 'gather'> & { readonly ask: AskForFloats }

/** Adds up payments for the operator's floats, in small steps until none are left or it is stopped, and asks networks. */
export function floatLoop({ gather, ask }: FloatWork, log: Logger): Repeated {
  let isStopped = false
  let isRunning = false

  async function work(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (!isStopped && (await gather()));
      if (!isStopped) await ask()
    } finally {
      isRunning = false
    }
  }

  const working = repeated(work, { everyMs, onBreakage: (err) => log.warn({ err }, 'floats') })
  return {
    stop() {
      isStopped = true
      return working.stop()
    },
  }
}
