import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoilingEvents } from './spoiling.ts'

/** Books with a fault, by the rule 203.51. */
export const faultsOfLastEvent: Faults<Store> = {
  '203.51': spoilingEvents('the last event is the last one of the page', async (good, query) => {
    const { events } = await good.events(query)
    return { events, last: events.at(-1)?.event.sequence ?? query.after }
  }),
}
