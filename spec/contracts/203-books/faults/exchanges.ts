import { exchangesIn } from '../../../../core/sente.ts'
import type { Fault, Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.60 to 203.64. */
export const faultsOfExchanges: Faults<Store> = {
  '203.60': spoilingSteps('of several exchanges the last one comes first', () => ({
    step: (work) => ({
      keepExchanges: (id, kept) =>
        work.keepExchanges(id, kept.length === 2 && kept[0]?.atMs === 2 ? kept.toReversed() : kept),
    }),
  })),
  '203.61': spoilingCases('the last forty are kept', (good) => ({
    async exchanges(id) {
      const rows = await good.exchanges(id)
      return exchangesIn(rows).length < 40 ? rows : rows.filter(({ place }) => place > 0)
    },
  })),
  '203.62': spoilingCases('the event of the end is missing', (good) => ({
    movements: async (transaction) => ({ ...(await good.movements(transaction)), events: [] }),
  })),
  '203.63': spoilingCases('all of what is old is removed at once', (good) => ({
    forgetExchanges: (before) => good.forgetExchanges({ ...before, limit: 1_000 }),
  })),
  '203.64': spoiling('a word of the network is compared without its case', (good) => ({
    list: ({ networkReason, ...query }) =>
      good.list({ ...query, ...(networkReason !== undefined && { networkReason: networkReason.toUpperCase() }) }),
  })),
}

function spoilingCases(fault: string, faulty: (good: Store['cases']) => Partial<Store['cases']>): Fault<Store> {
  return { fault, spoil: (good) => ({ ...good, cases: { ...good.cases, ...faulty(good.cases) } }) }
}
