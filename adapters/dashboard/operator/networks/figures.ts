import type { LineMeasure, NetworkLine } from '../../../../core/sente.ts'
import { networkWords } from './words.ts'

/** A line by its name, such as `MTN UGX payouts`. */
export function lineName({ network, currency, kind }: NetworkLine): string {
  return networkWords.lineName(network, currency, networkWords.ways[kind])
}

/** Of payments that have ended, the share that succeeded; a dash where none has. */
export function rateText({ succeeded, failed }: LineMeasure): string {
  const ended = succeeded + failed
  return ended === 0 ? networkWords.none : networkWords.percent(succeeded / ended)
}
