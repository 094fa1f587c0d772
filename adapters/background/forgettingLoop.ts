import type { Logger } from 'pino'
import type { ForgetExchanges } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often to look for records that are too old. */
const everyMs = 60_000

/** How many rows are removed at once: few enough that no payment waits for them. */
const limit = 200

/**
 * Removes the networks' answers that are older than the time limit, in small steps, until none is left or it is
 * stopped.
 */
export function forgettingLoop(
  forget: ForgetExchanges,
  { keptMs, log }: { readonly keptMs: number; readonly log: Logger },
): Repeated {
  async function forgetAll(goesOn: () => boolean): Promise<void> {
    while (goesOn() && (await forget({ keptMs, limit })).removed === limit);
  }

  const onBreakage = (err: unknown) => log.warn({ err }, 'old answers of networks were not removed')
  return repeated(forgetAll, { everyMs, onBreakage })
}
