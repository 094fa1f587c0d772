import type { Logger } from 'pino'
import type { ChannelWatch } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often to check whether an operator, or another node, has stopped or opened a channel. */
const everyMs = 10_000

/** Checks the channels to the networks at regular intervals. */
export function channelLoop({ look }: ChannelWatch, log: Logger): Repeated {
  return repeated(look, { everyMs, onBreakage: (err) => log.error({ err }, 'channels') })
}
