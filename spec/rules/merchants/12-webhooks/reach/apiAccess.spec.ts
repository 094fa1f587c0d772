import { expect } from 'chai'
import { until } from '../../../../fixtures/until.ts'
import { rule } from '../../../../rule.ts'
import { openOne } from '../openDeliveries.ts'

describe('12 Webhooks: while API access is off', () => {
  rule(
    '12.45',
    'while API access is off, endpoints set up by a key get nothing; the events wait, and are sent when it is on again',
    async () => {
      const { receiver, endpoint, claim, fund, change, attempts } = await openOne()
      const made = await endpoint(`${receiver.url}/made`, { createdByKey: 'leaked' })
      await change((before) => ({ ...before, apiAccess: false }))
      await fund(2)
      await claim()
      await until(() => receiver.sequences('/hooks').length === 2)
      expect(receiver.sequences('/made')).to.deep.equal([])
      await change((before) => ({ ...before, apiAccess: true }))
      await claim()
      await until(async () => (await attempts(made)).length === 2)
      expect(receiver.sequences('/made').sort()).to.deep.equal([1, 2])
    },
  )
})
