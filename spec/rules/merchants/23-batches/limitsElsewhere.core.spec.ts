import { expect } from 'chai'
import { noRiskLimits, type RiskLimits } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

const limitedTo = (limits: NonNullable<RiskLimits['accounts']>[string]): RiskLimits => ({
  ...noRiskLimits,
  accounts: { UGX: limits },
})

describe('23 Many payouts at once: limits of other processes', () => {
  rule('23.55', 'a limit of a process, and not of the account, refuses no line of an accepted batch', {
    'of the amount of one payout, which was checked when the batch was accepted': async () => {
      const core = await openBatches({}, { riskLimits: noRiskLimits })
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      await core.pays(core.node('two', { riskLimits: limitedTo({ payout_amount: 999n }) }))
      expect(await core.states(id)).to.deep.equal(['succeeded'])
      await core.agree()
    },
    'of a day: the line waits for another day': async () => {
      const core = await openBatches({}, { riskLimits: noRiskLimits })
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}, {}])
      const two = core.node('two', { riskLimits: limitedTo({ payouts_a_day: 1n }), linesAtOnce: () => 1 })
      await core.pays(two)
      expect(await core.states(id)).to.deep.equal(['succeeded', 'waiting'])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 1_000n })
      core.clock.forwardMs(24 * hourMs)
      await core.pays(two)
      expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded'])
      await core.agree()
    },
    'of a day: another process, without that limit, pays it': async () => {
      const core = await openBatches({}, { riskLimits: noRiskLimits })
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}, {}])
      await core.pays(core.node('two', { riskLimits: limitedTo({ payout_amount_a_day: 999n }) }))
      expect(await core.states(id)).to.deep.equal(['waiting', 'waiting'])
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded'])
      await core.agree()
    },
  })
})
