import type { Logger } from 'pino'
import { type Repeated, repeated } from './repeated.ts'

/** How often it is looked which endpoints fail. */
const everyMs = 60_000

/** Looks at the endpoints that fail again and again. */
export function failingLoop(look: () => Promise<void>, log: Logger): Repeated {
  return repeated(look, { everyMs, onBreakage: (err) => log.warn({ err }, 'it is not known which endpoints fail') })
}
