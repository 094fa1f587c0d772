import {
  type Channel,
  type ChannelStop,
  type ChannelStops,
  isOn,
  isSameStop,
  newStops,
  type Stopped,
} from '../../../core/sente.ts'
import type { ActBeside } from './actions.ts'

/** Stops of channels in memory. */
export function memoryChannelStops(
  actBeside: ActBeside,
): ChannelStops & { stopsOf(channel: Channel): readonly Stopped[] } {
  let stops: readonly ChannelStop[] = []
  const lasting = () => stops.filter(({ ended }) => ended === null)
  return {
    stopsOf: (channel) => lasting().filter((stop) => isOn(channel, stop)),
    lasting: async () => lasting(),
    latest: async ({ network, limit }) =>
      stops.filter((stop) => (network ?? stop.network) === stop.network).slice(0, limit),
    async begin(beginning, acting) {
      const begun = newStops(beginning, lasting())
      actBeside(acting, begun)
      stops = [...begun, ...stops]
      return begun
    },
    async end(ending, ended, acting) {
      const isEnding = (stop: ChannelStop) => stop.ended === null && ending.some((other) => isSameStop(stop, other))
      const now = stops.filter(isEnding).map((stop) => ({ ...stop, ended }))
      actBeside(acting, now)
      stops = stops.map((stop) => (isEnding(stop) ? { ...stop, ended } : stop))
      return now
    },
  }
}
