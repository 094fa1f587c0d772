import { memoryStore } from '../../../adapters/memory/memory.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Faults, spoilingIn } from '../brokenPromises.ts'
import { type OperatorMoneyStore, operatorMoney } from './operatorMoney.ts'

const spoiling = spoilingIn<OperatorMoneyStore, 'operatorMoney'>('operatorMoney')

/** Stores with one fault each, by the rule that they break. */
const faults: Faults<OperatorMoneyStore> = {
  '209.1': spoiling('a repetition is answered with the new request', (good) => ({
    async move(move, acting) {
      await good.move(move, acting)
      return move
    },
  })),
  '209.2': spoiling('a move stays although its action throws', (good) => ({
    async move(move, acting) {
      const first = await good.byReference(move.reference)
      const added = await good.move(move)
      await good.move(move, acting && { ...acting, chain: (place) => acting.chain(place, added, !first) })
      return added
    },
  })),
  '209.3': spoiling('outgoing money is left out', (good) => ({
    moved: async () => (await good.moved()).filter(({ minor }) => minor > 0n),
  })),
  '209.4': spoiling('payments in the hour before a moment are not recent', (good) => ({
    paid: ({ sinceMs }) => good.paid({ sinceMs: sinceMs + 3_599_999 }),
  })),
  '209.5': spoiling('held money is left out', (good) => ({
    merchants: async () =>
      (await good.merchants()).map((sum) => ({
        ...sum,
        balanceMinor: sum.currency === 'UGX' ? sum.balanceMinor - 7n : sum.balanceMinor,
      })),
  })),
  '209.6': spoiling('the first balance stays', (good) => ({
    reports: async () => (await good.reports()).map((report) => ({ ...report, atMs: 1 })),
  })),
  '209.7': spoiling('two at once both get the turn', (good) => ({
    takeTurn: async (turn) => (await good.takeTurn(turn)) || turn.nowMs === 1_200,
  })),
  '209.8': spoiling('the hour of the moment is left out', (good) => ({
    paidHours: ({ sinceMs }) => good.paidHours({ sinceMs: sinceMs + 3_599_999 }),
  })),
}

describe('The operator’s own money: broken promises', () => {
  test(
    'a store whose accounts break one promise fails on it, and on no other',
    eachIsNoticed(operatorMoney, memoryStore, faults),
  )
})
