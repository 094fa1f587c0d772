import type { Channel } from '../../../../core/sente.ts'
import { networkWords } from './words.ts'

/** A channel by its name, such as `MTN UGX payouts`. */
export function channelName({ network, currency, kind }: Channel): string {
  return networkWords.channelName(network, currency, networkWords.ways[kind])
}
