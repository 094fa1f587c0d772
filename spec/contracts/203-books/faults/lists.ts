import type { TransactionPage } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

const everything = 1_000_000

/** Books with one fault each, by the rules 203.30 to 203.33. */
export const faultsOfLists: Faults<Store> = {
  '203.30': spoiling('a list of what needs attention has everything', (good) => ({
    list: ({ attention, ...query }) => good.list(query),
  })),
  '203.31': spoiling('a page begins where the one before it ended when it was read', (good) => {
    const offsets = new Map<string, number>()
    return {
      async list({ before, limit, ...query }) {
        const keyOf = (next: string) => JSON.stringify([query, next])
        const offset = before === undefined ? 0 : offsets.get(keyOf(before))
        if (offset === undefined) return good.list({ ...query, limit, ...(before !== undefined && { before }) })
        const { transactions } = await good.list({ ...query, limit: everything })
        const page = transactions.slice(offset, offset + limit)
        const next = transactions.length > offset + limit ? (page.at(-1)?.id ?? null) : null
        if (next !== null) offsets.set(keyOf(next), offset + limit)
        return { transactions: page, next }
      },
    }
  }),
  '203.32': spoiling('a list by currency looks at the newest 500 transactions only', (good) => ({
    async list(query) {
      const page = await good.list(query)
      if (query.currency === undefined) return page
      const { transactions } = await good.list({ limit: 500 })
      return within(page, new Set(transactions.map(({ id }) => id)))
    },
  })),
  '203.33': spoiling('a list of an account gives up after 500 transactions of other accounts', (good) => ({
    async list(query) {
      const { accountId, before } = query
      const page = await good.list(query)
      if (accountId === undefined) return page
      const { transactions } = await good.list({ limit: everything, ...(before !== undefined && { before }) })
      const seen = new Set<string>()
      let others = 0
      for (const { id, accountId: owner } of transactions) {
        if (owner !== accountId) others += 1
        if (others > 500) break
        seen.add(id)
      }
      return within(page, seen)
    },
  })),
}

/** What a page has of certain transactions; it is the last one when others are left out. */
function within({ transactions, next }: TransactionPage, ids: ReadonlySet<string>): TransactionPage {
  const found = transactions.filter(({ id }) => ids.has(id))
  return { transactions: found, next: found.length < transactions.length ? null : next }
}
