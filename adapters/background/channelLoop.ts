import type { Logger } from 'pino'
import type { ChannelWatch } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often it is looked whether an operator, or another node, has stopped or opened a channel. */
const everyMs = 10_000

/** Looks at the channels to the networks again and again. */
export function channelLoop({ look }: ChannelWatch, log: Logger): Repeated {
  return repeated(look, { everyMs, onBreakage: (err) => log.error({ err }, 'channels') })
}
