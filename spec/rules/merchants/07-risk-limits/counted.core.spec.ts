import { expect } from 'chai'
import { isRefusal, type LimitsByCurrency, noRiskLimits } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

/** The answer to a payment of UGX 5,000 under limits, and its counts. */
async function countedUnder(limits: LimitsByCurrency[string], way: 'payout' | 'collection') {
  const core = await openCore({}, { riskLimits: { ...noRiskLimits, accounts: { UGX: limits } } })
  core.network.behaves('succeeds')
  const caller = await core.caller()
  const answer = await (way === 'payout'
    ? core.send({ caller, request: core.payout })
    : core.collect({ caller, request: core.request }))
  if (isRefusal(answer)) return answer.refused
  await answer.outcome
  const days = await core.ports.books.dayCounts(core.account.id)
  return days.map(({ payouts, payoutsMinor, collections }) => `${payouts} ${payoutsMinor} ${collections}`).join()
}

describe('7 Risk limits: counts', () => {
  rule(
    '7.26',
    'a payment is counted only by the daily limits of its account for its kind',
    table(
      ['the limit', 'a payment', 'payouts, their sum, and collections'],
      [
        ['payouts_a_day', 'payout', '1 5000 0'],
        ['payouts_a_day', 'collection', ''],
        ['payout_amount_a_day', 'payout', '1 5000 0'],
        ['payout_amount_a_day', 'collection', ''],
        ['collections_a_day', 'payout', ''],
        ['collections_a_day', 'collection', '0 0 1'],
        ['payout_amount', 'payout', ''],
      ] as const,
      async (limit, way, counted) => {
        expect(await countedUnder({ [limit]: 9_000n }, way)).to.equal(counted)
      },
    ),
  )

  rule(
    '7.27',
    'the largest payout is no limit of collections',
    table(
      ['a payment', 'answer'],
      [
        ['payout', 'limit_reached'],
        ['collection', ''],
      ] as const,
      async (way, answer) => expect(await countedUnder({ payout_amount: 4_999n }, way)).to.equal(answer),
    ),
  )
})
