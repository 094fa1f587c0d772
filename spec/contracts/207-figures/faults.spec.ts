import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import type { FigureStore } from './figures.ts'
import { figures } from './figures.ts'

const spoiling = spoilingIn<FigureStore, 'figures'>('figures')

/** Stores of figures with one fault each, by the rule that they break. */
const faults: Faults<FigureStore> = {
  '207.1': spoiling('the oldest of two payments is taken for the newest', (good) => ({
    open: async () =>
      (await good.open()).map((one) => (one.payments === 2 ? { ...one, oldestAtMs: one.oldestAtMs + 1 } : one)),
  })),
  '207.2': spoiling('payments beyond the first thousand are left out', (good) => ({
    open: async () => (await good.open()).map((one) => ({ ...one, payments: Math.min(one.payments, 1_000) })),
  })),
  '207.3': spoiling('a second payment for one reason is left out', (good) => ({
    attention: async () => (await good.attention()).map((one) => ({ ...one, payments: 1 })),
  })),
  '207.4': spoiling('a failing endpoint counts as a working one', (good) => ({
    endpoints: async () =>
      (await good.endpoints()).map((one) => (one.state === 'failing' ? { ...one, state: 'enabled' } : one)),
  })),
  '207.5': {
    fault: 'events that wait because API access is off count',
    spoil: (good) => {
      const off = new Set<string>()
      return {
        ...good,
        accounts: {
          ...good.accounts,
          change(id, change) {
            off.add(id)
            return good.accounts.change(id, change)
          },
        },
        figures: {
          ...good.figures,
          endpoints: async () =>
            (await good.figures.endpoints()).map((one) => (off.size > 0 ? { ...one, untriedSinceMs: 1 } : one)),
        },
      }
    },
  },
  '207.6': spoiling('only one currency is returned', (good) => ({
    batches: async () => (await good.batches()).slice(0, 1),
  })),
  '207.7': spoiling('more of the oldest are returned than requested', (good) => ({
    latest: async ({ limit, ...time }) => (await good.latest({ ...time, limit: 1_000 })).slice(-limit),
  })),
  '207.8': spoiling('a payment that ends with an hour is counted in the next one', (good) => ({
    async hoursOfAccount(query) {
      const { sums, isWhole } = await good.hoursOfAccount(query)
      return { sums: sums.map((sum) => (sum.failed > 0 ? { ...sum, fromMs: sum.fromMs + 3_600_000 } : sum)), isWhole }
    },
  })),
  '207.9': spoiling('a duration at the border counts as longer', (good) => ({
    async hoursOfChannels(time) {
      const { sums, isWhole } = await good.hoursOfChannels(time)
      return { sums: sums.map((sum) => (sum.withinMs === 1_000 ? { ...sum, withinMs: 2_000 } : sum)), isWhole }
    },
  })),
}

describe('Figures: broken promises', () => {
  test(
    'a store whose figures break one promise fails on it, and on no other',
    eachIsNoticed(figures, memoryStore, faults),
  )
})
