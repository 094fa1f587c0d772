import { expect } from 'chai'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('9 Look-ups: limits', () => {
  rule('9.27', 'the limits of the account are listed, with the rest of each and the end of its day', {
    'payouts and collections': async () => {
      const { look, post, bodies, change } = await overHttp()
      const limits = { payout_amount_a_day: 20_000n, collections_a_day: 1n, payout_amount: 9_000n }
      await change((account) => ({ ...account, limits: { UGX: limits } }))
      await post('send-money', bodies['send-money'])
      await post('collect-money', { ...bodies['collect-money'], reference: 'order-2' })
      const ends_at = '2026-01-03T00:00:00.000Z'
      expect(dataOf(await look('/limits'))).to.deep.equal({
        limits: [
          { currency: 'UGX', limit: 'payout_amount', most: 9_000, left: 9_000, ends_at: null },
          { currency: 'UGX', limit: 'payout_amount_a_day', most: 20_000, left: 15_000, ends_at },
          { currency: 'UGX', limit: 'collections_a_day', most: 1, left: 0, ends_at },
        ],
      })
    },
    none: async () => {
      const { look } = await overHttp()
      expect(dataOf(await look('/limits'))).to.deep.equal({ limits: [] })
    },
  })
})
