import type { Channel, ChannelMeasure } from '../../../../core/sente.ts'
import { networkWords } from './words.ts'

/** A channel by its name, such as `MTN UGX payouts`. */
export function channelName({ network, currency, kind }: Channel): string {
  return networkWords.channelName(network, currency, networkWords.ways[kind])
}

/** The share of ended payments that succeeded; a dash if none has ended. */
export function rateText({ succeeded, failed }: ChannelMeasure): string {
  const ended = succeeded + failed
  return ended === 0 ? networkWords.none : networkWords.percent(succeeded / ended)
}
