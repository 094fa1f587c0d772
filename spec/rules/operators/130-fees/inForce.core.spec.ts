import { expect } from 'chai'
import { feesInForce } from '../../../../core/sente.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { rule } from '../../../rule.ts'

describe('130 Fees: what is in force', () => {
  rule(
    '130.6',
    'of the schedules of a kind, currency, network and account the latest that has begun is in force, and of the tables too',
    () => {
      const [first, second, later] = [10, 20, 31].map((fromMs) => aSchedule({ fromMs }))
      const others = [
        aSchedule({ fromMs: 5, kind: 'collection' }),
        aSchedule({ fromMs: 5, currency: 'RWF' }),
        aSchedule({ fromMs: 5, network: 'AIRTEL' }),
        aSchedule({ fromMs: 5, accountId: 'a' }),
      ]
      const table = { currency: 'UGX', network: 'MTN', dutyPercentE4: 0n, tiers: [] }
      const cashOuts = [10, 30, 20].map((fromMs) => ({ ...table, fromMs }))
      const fees = { schedules: [later, second, ...others, first].filter((one) => one !== undefined), cashOuts }
      const inForce = feesInForce(fees, 30)
      expect(inForce.schedules).to.have.deep.members([second, ...others])
      expect(inForce.cashOuts).to.deep.equal([{ ...table, fromMs: 30 }])
      expect(feesInForce(fees, 4)).to.deep.equal({ schedules: [], cashOuts: [] })
    },
  )
})
