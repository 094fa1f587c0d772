import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.8 to 203.11. */
export const faultsOfScope: Faults<Store> = {
  '203.8': spoiling('a transaction is found by its reference whosoever it is', (good) => ({
    async transactionByReference(_accountId, reference) {
      const { transactions } = await good.list({ reference, limit: 1_000 })
      return transactions.at(-1)
    },
  })),
  '203.9': spoilingSteps('a step goes on without the funding of another account', () => ({
    step: (work, { account }) => ({
      fund(funding) {
        if (funding.accountId === account) work.fund(funding)
      },
    }),
  })),
  '203.10': {
    fault: 'a quarantine is always said to have ended',
    spoil: (good) => ({
      ...good,
      quarantines: {
        ...good.quarantines,
        async end(...ending) {
          await good.quarantines.end(...ending)
          return true
        },
      },
    }),
  },
  '203.11': spoilingSteps('a step sees the version that the first step saw', () => {
    const versions = new Map<string, number>()
    return {
      step: (work, { account }) => ({
        accountVersion() {
          const version = versions.get(account) ?? work.accountVersion()
          if (version !== undefined) versions.set(account, version)
          return version
        },
      }),
    }
  }),
}
