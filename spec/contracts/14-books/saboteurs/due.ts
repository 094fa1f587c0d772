import type { AwaitedCount } from '../../../../core/sente.ts'
import type { Store } from '../../kit/store.ts'
import type { Saboteurs } from '../../sabotage.ts'
import { spoiling } from './spoiling.ts'

/** Books with one fault each, by the rules 14.23 to 14.26. */
export const saboteursOfDue: Saboteurs<Store> = {
  '14.23': spoiling('what is due in another currency is due too', (good) => ({
    async due({ limit, ...query }) {
      const both = ['UGX', 'RWF'].map((currency) => good.due({ ...query, currency, limit: 1_000 }))
      const found = (await Promise.all(both)).flat()
      return found.sort((one, other) => askAtMs(one) - askAtMs(other)).slice(0, limit)
    },
  })),
  '14.24': spoiling('what is planned impossibly far ahead is not due', (good) => ({
    due: (query) => good.due({ ...query, latestMs: Number.POSITIVE_INFINITY }),
  })),
  '14.25': spoiling('transactions that are no longer asked about are counted too', (good) => ({
    async awaited() {
      const counts = new Map<string, AwaitedCount>()
      for (const { network, currency } of (await good.list({ limit: 1_000 })).transactions) {
        const { transactions } = counts.get(network + currency) ?? { transactions: 0 }
        counts.set(network + currency, { network, currency, transactions: transactions + 1 })
      }
      return [...counts.values()]
    },
  })),
  '14.26': spoiling('a transaction is due a millisecond late', (good) => ({
    due: (query) => good.due({ ...query, nowMs: query.nowMs - 1 }),
  })),
}

function askAtMs({ followUp }: { followUp: { askAtMs: number | null } }): number {
  return followUp.askAtMs ?? 0
}
