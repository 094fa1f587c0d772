import { expect } from 'chai'
import { addEndpoint, findFailed, fundAccount, isRefusal } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

describe('14 Neighbours: attempts', () => {
  rule(
    '14.36',
    'attempts at an endpoint are searched for failed ones 200 at a time, each time in another turn',
    async () => {
      const { ports, clock, account, caller: calling } = await openCore()
      const { webhooks } = ports
      const caller = await calling()
      const added = await addEndpoint(ports)({ caller, settings: { url: 'https://duka.example/hooks', types: ['*'] } })
      if (isRefusal(added)) throw new Error(added.refused)
      const { id: endpointId } = added.endpoint
      const funding = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' }
      await fundAccount(ports)(funding)
      const claim = { by: 'this node', nowMs: clock.nowMs(), leaseMs: 0 }
      await webhooks.claim({ ...claim, longestPauseMs: 0, limit: 1 })
      const attempts = Array.from({ length: 450 }, (_, nth) => {
        return { sequence: 1, attempt: nth + 1, status: 500, problem: 'HTTP 500', tookMs: 0, answer: '' }
      })
      const progress = { upTo: 2, failingMs: null }
      await webhooks.settle(endpointId, claim, { progress, waiting: [], ended: [], attempts })
      let turns = 0
      const nextTurn = async () => {
        turns += 1
      }
      expect(await findFailed(ports)({ caller, endpointId, nextTurn })).to.deep.equal({ sequences: [1] })
      expect(turns).to.equal(3)
    },
  )
})
