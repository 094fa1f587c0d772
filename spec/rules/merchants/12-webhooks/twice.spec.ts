import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openOne } from './openDeliveries.ts'

describe('12 Webhooks: an endpoint that begins again', () => {
  rule('12.48', 'when an operator rewinds an endpoint, it gets all events from a sequence on once more', async () => {
    const { fund, claim, tried, receiver, webhooks, hook } = await openOne()
    await fund(3)
    await claim()
    await tried(3)
    await webhooks.rewind(hook.id, 1)
    await claim()
    await tried(5)
    expect(receiver.sequences().slice(0, 3).sort()).to.deep.equal([1, 2, 3])
    expect(receiver.sequences().slice(3).sort()).to.deep.equal([2, 3])
  })
})
