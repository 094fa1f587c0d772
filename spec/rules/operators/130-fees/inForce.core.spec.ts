import { expect } from 'chai'
import { feesInForce } from '../../../../core/sente.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { rule } from '../../../rule.ts'

describe('130 Fees: the schedule in force', () => {
  rule(
    '130.6',
    'the latest schedule that has begun for a kind, currency, network and account is in force, and so is the latest table',
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
