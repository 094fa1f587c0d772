import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { openDeliveries, openOne } from './openDeliveries.ts'
import { answering, openReceiver } from './receiver.ts'

describe('12 Webhooks: deliveries', () => {
  rule('12.15', 'each event is sent once to each endpoint for its type, as in the list of events', {
    'to all': async () => {
      const { receiver, claim, fund, tried } = await openOne()
      await fund(3)
      await claim()
      await tried(3)
      expect(receiver.sequences().sort()).to.deep.equal([1, 2, 3])
      const { timestamp, ...body } = JSON.parse(receiver.received[0]?.body ?? '')
      expect(body).to.deep.equal({
        type: 'balance.funded',
        sequence: 1,
        data: { reference: 'bank-1', amount: 1, currency: 'UGX', created_at: timestamp },
      })
      expect(receiver.received[0]?.headers).to.include({ 'content-type': 'application/json' })
    },
    'only to those for its type': async () => {
      const receiver = await openReceiver()
      const { endpoint, node, fund, pay, attempts } = await openDeliveries()
      const hook = await endpoint(receiver.url, { types: ['payout.succeeded'] })
      await fund(600)
      await pay('succeeds', { amount: 500 })
      await node().claim()
      await until(async () => (await attempts(hook)).length === 1)
      expect(receiver.sequences()).to.deep.equal([601])
    },
    'when the answer comes while the node looks for due deliveries': async () => {
      const { receiver, node, clock, fund, tried, findsNothing } = await openOne(answering(500))
      let release = () => {}
      const { claim } = node({
        webhooks: (good) => ({
          ...good,
          async due(...query) {
            const found = await good.due(...query)
            if (receiver.received.length === 2) {
              release()
              release = () => {}
              await setTimeout(50)
            }
            return found
          },
        }),
      })
      await fund()
      await claim()
      await tried(1)
      receiver.answer = (response) => {
        release = () => response.writeHead(204).end()
      }
      clock.forwardMs(5_000)
      await claim()
      await until(() => receiver.received.length === 2)
      clock.forwardMs(1_000)
      await tried(2)
      expect(receiver.received).to.have.length(2)
      await findsNothing()
    },
    'when it happens while the endpoint is given back': async () => {
      const { receiver, node, fund } = await openOne()
      let happened = false
      const { claim } = node({
        webhooks: (good) => ({
          ...good,
          async settle(id, claimed, settlement) {
            const isOurs = await good.settle(id, claimed, settlement)
            if (claimed.leaseMs > 0 || happened) return isOurs
            happened = true
            await fund()
            await claim()
            return isOurs
          },
        }),
      })
      await fund()
      await claim()
      await until(() => receiver.received.length === 2)
      expect(receiver.sequences()).to.deep.equal([1, 2])
    },
  })
})
