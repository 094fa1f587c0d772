import type { AwaitedCount } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 203.23 to 203.29. */
export const faultsOfDue: Faults<Store> = {
  '203.23': spoiling('what is due in another currency is due too', (good) => ({
    async claim(due) {
      const { transactions: theirs } = await good.claim(due)
      const { transactions: others } = await good.claim({ ...due, currency: 'RWF', leaseMs: 0 })
      return { atMs: due.nowMs, transactions: [...new Set([...theirs, ...others])] }
    },
  })),
  '203.24': spoiling('what is planned impossibly far ahead is not due', (good) => ({
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
  '203.27': spoiling('what a step was about stays claimed', (good) => {
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
  '203.28': spoiling('one transaction is claimed as often as it is asked for', (good) => ({
    claimOne: async (id, { nowMs }) => good.claimOne(id, { nowMs, leaseMs: 0 }),
  })),
  '203.29': spoiling('claims at once are given the same', (good) => {
    let claiming: ReturnType<typeof good.claim> | undefined
    return {
      async claim(due) {
        claiming ??= good.claim(due)
        const claimed = await claiming
        claiming = undefined
        return claimed
      },
    }
  }),
}
