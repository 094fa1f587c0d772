import { expect } from 'chai'
import { isRefusal, type MoneyRequest, moveOperatorMoney } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

const topUp: MoneyRequest & { by: string } = {
  ...{ kind: 'top_up', currency: 'UGX', amount: 50_000, reference: 'bank-7', by: 'amina' },
  ...{ from: 'bank', to: 'float:MTN:disbursement' },
}

describe('128 The operator’s own money: moves that are repeated', () => {
  rule(
    '128.34',
    'a move that is repeated is answered with the first although the market no longer has its currency or network',
    async () => {
      const { ports } = await openCore()
      const first = await moveOperatorMoney(ports)(topUp)
      if (isRefusal(first)) throw new Error(first.message)
      const ugx = ports.market.get('UGX')
      const withoutNetworks = ugx && new Map([['UGX', { ...ugx, networks: [] }]])
      for (const market of [new Map(), withoutNetworks ?? new Map()]) {
        const later = moveOperatorMoney({ ...ports, market })
        const code = async (change: Partial<MoneyRequest>) => {
          const answer = await later({ ...topUp, ...change })
          return isRefusal(answer) ? answer.refused : answer.isNew
        }
        expect(await later(topUp)).to.deep.equal({ move: first.move, isNew: false })
        expect(await code({ amount: 50_001 })).to.equal('move_reference_reused')
        expect(await code({ to: 'float:AIRTEL:disbursement' })).to.equal('move_reference_reused')
        expect(await code({ reference: 'bank-8' })).to.match(/unknown_currency|unknown_money_account/)
      }
    },
  )
})
