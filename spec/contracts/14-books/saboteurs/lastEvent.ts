import type { Store } from '../../kit/store.ts'
import type { Saboteurs } from '../../sabotage.ts'
import { spoiling } from './spoiling.ts'

/** Books with a fault, by the rule 14.51. */
export const saboteursOfLastEvent: Saboteurs<Store> = {
  '14.51': spoiling('the last event is the last one of the page', (good) => ({
    async events(query) {
      const { events } = await good.events(query)
      return { events, last: events.at(-1)?.event.sequence ?? query.after }
    },
  })),
}
