import {
  isOn,
  isSameStop,
  type LineStop,
  type LineStops,
  type NetworkLine,
  newStops,
  type Stopped,
} from '../../core/sente.ts'
import type { ActBeside } from './memoryActions.ts'

/** Stops of lines in memory. */
export function memoryLineStops(actBeside: ActBeside): LineStops & { stopsOf(line: NetworkLine): readonly Stopped[] } {
  let stops: readonly LineStop[] = []
  const lasting = () => stops.filter(({ ended }) => ended === null)
  return {
    stopsOf: (line) => lasting().filter((stop) => isOn(line, stop)),
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
      const isEnding = (stop: LineStop) => stop.ended === null && ending.some((other) => isSameStop(stop, other))
      const now = stops.filter(isEnding).map((stop) => ({ ...stop, ended }))
      actBeside(acting, now)
      stops = stops.map((stop) => (isEnding(stop) ? { ...stop, ended } : stop))
      return now
    },
  }
}
