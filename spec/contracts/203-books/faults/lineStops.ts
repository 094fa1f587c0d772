import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'

/** Books with a fault, by the rule 203.59. */
export const faultsOfLineStops: Faults<Store> = {
  '203.59': {
    fault: 'a stop begins again while it lasts',
    spoil: (good) => ({
      ...good,
      lineStops: {
        ...good.lineStops,
        async begin(...stops) {
          await good.lineStops.end(await good.lineStops.lasting(), { atMs: 0, by: null, because: 'another begins' })
          return good.lineStops.begin(...stops)
        },
      },
    }),
  },
}
