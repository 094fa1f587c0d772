import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.45 and 203.46. */
export const faultsOfRanges: Faults<Store> = {
  '203.45': spoiling('a list of one kind forgets from when it is to be', (good) => ({
    list: ({ createdFromMs, ...query }) =>
      good.list({ ...query, ...(createdFromMs !== undefined && query.kind === undefined && { createdFromMs }) }),
  })),
  '203.46': spoiling('a list until a moment has only one page', (good) => ({
    async list(query) {
      const page = await good.list(query)
      return query.createdToMs === undefined ? page : { ...page, next: null }
    },
  })),
}
