import type { Logger } from 'pino'
import { type Repeated, repeated } from './repeated.ts'

/** How often to look for failing endpoints. */
const everyMs = 60_000

/** Looks for failing endpoints at regular intervals. */
export function failingLoop(look: () => Promise<void>, log: Logger): Repeated {
  return repeated(look, {
    everyMs,
    onBreakage: (err) => log.warn({ err }, 'failing endpoints could not be determined'),
  })
}
