import type { Logger } from 'pino'
import type { KeyUses } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often the noted uses are written, in milliseconds. */
const everyMs = 60_000

/** Writes the last uses of keys once a minute, and a last time at the stop. */
export function keyUseLoop({ write }: KeyUses, log: Logger): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'the last uses of keys were not written')
  const writing = repeated(write, { everyMs, onBreakage })
  return {
    async stop() {
      await writing.stop()
      await write().catch(onBreakage)
    },
  }
}
