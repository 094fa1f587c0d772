import type { Books, TransactionQuery } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.79 and 203.80. */
export const faultsOfEveryAccount: Faults<Store> = {
  '203.79': spoiling('only the first fifty accounts are looked into', (good) => ({
    async list(query) {
      if (query.accountId !== undefined || (query.reference ?? query.phoneNumber) === undefined) return good.list(query)
      const { transactions } = await good.list({ limit: 1_000_000 })
      const first = [...new Set(transactions.map(({ accountId }) => accountId))].sort().slice(0, 50)
      return within(good, query, (accountId) => first.includes(accountId))
    },
  })),
  '203.80': spoiling('what is open is found by its number only where that is asked for', (good) => ({
    async list(query) {
      const { phoneNumber, accountId, states, limit } = query
      if (phoneNumber === undefined || accountId !== undefined || states || limit < 50) return good.list(query)
      return good.list({ ...query, states: ['succeeded', 'failed'] })
    },
  })),
}

async function within(good: Books, query: TransactionQuery, fits: (accountId: string) => boolean) {
  const page = await good.list(query)
  return { ...page, transactions: page.transactions.filter(({ accountId }) => fits(accountId)) }
}
