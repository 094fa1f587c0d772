import type { Logger } from 'pino'
import type { LineWatch } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often it is looked whether an operator, or another node, has stopped or opened a line. */
const everyMs = 10_000

/** Looks at the lines to the networks again and again. */
export function lineLoop({ look }: LineWatch, log: Logger): Repeated {
  return repeated(look, { everyMs, onBreakage: (err) => log.error({ err }, 'lines') })
}
