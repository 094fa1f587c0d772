import type { Logger } from 'pino'
import type { ForgetExchanges } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often it is looked whether something is too old. */
const everyMs = 60_000

/** How many rows are removed at once: few enough that no payment waits for it. */
const limit = 200

/** Removes what networks said once it is older than it is kept, in small steps, until nothing is or it is stopped. */
export function forgettingLoop(
  forget: ForgetExchanges,
  { keptMs, log }: { readonly keptMs: number; readonly log: Logger },
): Repeated {
  let isStopped = false
  let isRunning = false

  async function forgetAll(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      while (!isStopped && (await forget({ keptMs, limit })).removed === limit);
    } finally {
      isRunning = false
    }
  }

  const onBreakage = (err: unknown) => log.warn({ err }, 'what networks said was not forgotten')
  const looking = repeated(forgetAll, { everyMs, onBreakage })
  return {
    stop() {
      isStopped = true
      return looking.stop()
    },
  }
}
