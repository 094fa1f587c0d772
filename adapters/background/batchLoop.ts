import type { Logger } from 'pino'
import type { PayBatches } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often batches are claimed, and their possible next steps checked. */
const everyMs = 500

/** Pays batches until it is stopped. */
export function batchLoop({ sweep, stop }: PayBatches, log: Logger): Repeated {
  const onBreakage = (err: unknown) => log.error({ err }, 'batches')
  const loop = repeated(sweep, { everyMs, onBreakage })
  return {
    async stop() {
      await loop.stop()
      await stop().catch(onBreakage)
    },
  }
}
