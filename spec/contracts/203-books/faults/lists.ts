import type { AwaitedCount, TransactionPage } from '../../../../core/sente.ts'
import { type Faults, shared } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

const everything = 1_000_000

/**
 * Books with one fault each, by the rules 203.23 to 203.33, 203.45, 203.46, 203.79, 203.80, and 203.83 to
 * 203.85: due transactions, and lists.
 */
export const faultsOfLists: Faults<Store> = {
  '203.23': spoiling('transactions in another currency are due, too', (good) => ({
    async claim(due) {
      const { transactions: theirs } = await good.claim(due)
      const { transactions: others } = await good.claim({ ...due, currency: 'RWF', leaseMs: 0 })
      return { atMs: due.nowMs, transactions: [...new Set([...theirs, ...others])] }
    },
  })),
  '203.24': spoiling('a transaction planned impossibly far ahead is not due', (good) => ({
    claim: ({ latest: _, ...due }) => good.claim(due),
  })),
  '203.25': spoiling('transactions that have ended are counted too', (good) => ({
    async awaited() {
      const counts = new Map<string, AwaitedCount>()
      for (const { network, currency } of (await good.list({ limit: 1_000 })).transactions) {
        const { transactions } = counts.get(network + currency) ?? { transactions: 0 }
        counts.set(network + currency, { network, currency, transactions: transactions + 1 })
      }
      return [...counts.values()]
    },
  })),
  '203.26': spoiling('a transaction is due a millisecond late', (good) => ({
    claim: async (due) => ({ ...(await good.claim({ ...due, nowMs: due.nowMs - 1 })), atMs: due.nowMs }),
  })),
  '203.27': spoiling('a transaction stays claimed after a step about it', (good) => {
    const claimed = new Map<string, number>()
    return {
      async claim(due) {
        const { atMs, transactions } = await good.claim(due)
        const free = transactions.filter(({ id }) => (claimed.get(id) ?? 0) <= due.nowMs)
        for (const { id } of free) claimed.set(id, due.nowMs + due.leaseMs)
        return { atMs, transactions: free }
      },
    }
  }),
  '203.28': spoiling('one transaction is claimed any number of times', (good) => ({
    claimOne: async (id, { nowMs }) => good.claimOne(id, { nowMs, leaseMs: 0 }),
  })),
  '203.29': spoiling('claims at once get the same', (good) => ({ claim: shared(good.claim) })),
  '203.30': spoiling('a list of transactions that need attention has all', (good) => ({
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
  '203.45': spoiling('a list of one kind ignores its first moment', (good) => ({
    list: ({ createdFromMs, ...query }) =>
      good.list({ ...query, ...(createdFromMs !== undefined && query.kind === undefined && { createdFromMs }) }),
  })),
  '203.46': spoiling('a list until a moment has only one page', (good) => ({
    async list(query) {
      const page = await good.list(query)
      return query.createdToMs === undefined ? page : { ...page, next: null }
    },
  })),
  '203.79': spoiling('only the first fifty accounts are searched', (good) => ({
    async list(query) {
      if (query.accountId !== undefined || (query.reference ?? query.phoneNumber) === undefined) return good.list(query)
      const { transactions } = await good.list({ limit: everything })
      const first = [...new Set(transactions.map(({ accountId }) => accountId))].sort().slice(0, 50)
      const page = await good.list(query)
      return { ...page, transactions: page.transactions.filter(({ accountId }) => first.includes(accountId)) }
    },
  })),
  '203.80': spoiling('open transactions are found by their number only with a filter for it', (good) => ({
    async list(query) {
      const { phoneNumber, accountId, states, limit } = query
      if (phoneNumber === undefined || accountId !== undefined || states || limit < 50) return good.list(query)
      return good.list({ ...query, states: ['succeeded', 'failed'] })
    },
  })),
  '203.83': spoiling('a part of a text is searched for among the newest 100 transactions only', (good) => ({
    async list(query) {
      const page = await good.list(query)
      if (query.part === undefined) return page
      const { transactions } = await good.list({ limit: 100 })
      return within(page, new Set(transactions.map(({ id }) => id)))
    },
  })),
  '203.84': spoiling('the last digits of a pseudonym count as those of a number', (good) => ({
    async list({ phoneEnding, ...query }) {
      const page = await good.list({ ...query, ...(phoneEnding !== undefined && { phoneEnding }) })
      if (phoneEnding === undefined || page.transactions.length > 0) return page
      const all = await good.list({ ...query, limit: everything })
      return { ...all, transactions: all.transactions.filter((one) => one.phoneNumber.endsWith(phoneEnding)) }
    },
  })),
  '203.85': spoiling('a network’s id is searched for among the newest 50 transactions only', (good) => ({
    async list(query) {
      const page = await good.list(query)
      if ((query.providerRef ?? query.networkReceipt) === undefined) return page
      const { transactions } = await good.list({ limit: 50 })
      return within(page, new Set(transactions.map(({ id }) => id)))
    },
  })),
}

/** The part of a page with certain transactions; it is the last page when others are left out. */
function within({ transactions, next }: TransactionPage, ids: ReadonlySet<string>): TransactionPage {
  const found = transactions.filter(({ id }) => ids.has(id))
  return { transactions: found, next: found.length < transactions.length ? null : next }
}
