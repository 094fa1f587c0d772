import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { attemptPausesMs } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { answering, ok } from './receiver.ts'
import { closeAll, dayMs, delivered, openOne, until } from './world.ts'

describe('49 Webhooks: deliveries', () => {
  afterEach(closeAll)

  rule('49.15', 'each event is sent once to each endpoint that asks for its type, as the list of events shows it', {
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
    'to those of a type only': async () => {
      const { receiver, endpoint, claim, fund, pay, tried, attempts } = await openOne()
      const other = await endpoint(`${receiver.url}/payouts`, { types: ['payout.succeeded'] })
      await fund(600)
      await pay('succeeds', { amount: 500 })
      await claim()
      await tried(601)
      await until(async () => (await attempts(other)).length === 1)
      expect(receiver.sequences('/payouts')).to.deep.equal([601])
    },
    'when the answer comes while the node looks for what is due': async () => {
      const { receiver, node, clock, fund, tried } = await openOne(answering(500))
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
      await setTimeout(20)
      expect(receiver.received).to.have.length(2)
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

  rule('49.16', 'an answer of success is a delivery; after any other, or none, it is tried again with growing pauses', {
    'the pauses': async () => {
      const { receiver, claim, fund, tried, clock, attempts, hook } = await openOne(answering(500))
      await fund()
      for (const [times, pauseMs] of [0, ...attemptPausesMs].entries()) {
        clock.forwardMs(pauseMs)
        await claim()
        await tried(times + 1)
      }
      const made = await attempts(hook)
      expect(made.map(({ attempt }) => attempt)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      const begun = made[0]?.atMs ?? 0
      const hours = made.map(({ atMs }) => Math.round((atMs - begun) / 36_000) / 100)
      expect(hours).to.deep.equal([0, 0, 0.08, 0.58, 2.58, 7.58, 17.58, 31.58, 51.58, 75.58])
      clock.forwardMs(dayMs)
      await claim()
      await setTimeout(30)
      expect(receiver.received).to.have.length(10)
    },
    ...Object.fromEntries(
      [200, 201, 204, 299, 301, 302, 308, 400, 404, 429, 500, 503].map((status) => [
        `${status}`,
        async () => {
          const { claim, fund, tried, hook, attempts } = await openOne(answering(status, { Location: '/elsewhere' }))
          await fund()
          await claim()
          await tried(1)
          const [made] = await attempts(hook)
          expect(made).to.include({ status, problem: status < 300 ? null : `it answered ${status}` })
        },
      ]),
    ),
    'a connection that is cut': async () => {
      const { claim, fund, tried, hook, attempts } = await openOne((response) => response.destroy())
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: null, problem: 'socket hang up' })
    },
  })

  rule(
    '49.17',
    'a receiver that was down for three days gets everything, with the ids of the first attempts',
    async () => {
      const { receiver, claim, fund, tried, clock, attempts, hook } = await openOne()
      receiver.answer = answering(503)
      await fund(5)
      await claim()
      await tried(5)
      for (let hour = 0; hour < 72; hour += 1) {
        clock.forwardMs(3_600_000)
        await claim()
        await setTimeout(1)
      }
      const before = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      receiver.answer = ok
      await fund()
      await until(async () => {
        clock.forwardMs(60_000)
        await claim()
        return (
          new Set((await attempts(hook)).filter(({ problem }) => !problem).map(({ sequence }) => sequence)).size === 6
        )
      })
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect([...new Set(ids)].filter((id) => !before.has(id))).to.have.length(1)
    },
  )

  rule('49.18', 'when a receiver answers again, what has waited for it is sent at once', async () => {
    const { receiver, claim, fund, tried, clock, hook, attempts } = await openOne(answering(500))
    const begunMs = clock.nowMs()
    await fund(3)
    for (const times of [1, 2]) {
      await claim()
      await tried(3 * times)
      clock.forwardMs(6_000)
    }
    receiver.answer = ok
    await fund()
    clock.forwardMs(1_000)
    await claim()
    await until(async () => {
      clock.forwardMs(1_000)
      await claim()
      return delivered(await attempts(hook)).size === 4
    })
    expect(clock.nowMs() - begunMs).to.be.below(300_000)
  })

  rule('49.19', 'a receiver may ask to wait, for a day at most', {
    'for seconds': async () => {
      const { receiver, claim, fund, tried, clock } = await openOne(answering(429, { 'Retry-After': '3600' }))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(3_599_000)
      await claim()
      await setTimeout(20)
      expect(receiver.received).to.have.length(1)
      clock.forwardMs(1_000)
      await claim()
      await tried(2)
    },
    'for ever': async () => {
      const { claim, fund, tried, clock } = await openOne(answering(503, { 'Retry-After': '999999999' }))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(dayMs)
      await claim()
      await tried(2)
    },
    'in other words': async () => {
      const { claim, fund, tried, clock } = await openOne(answering(503, { 'Retry-After': 'soon' }))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(5_000)
      await claim()
      await tried(2)
    },
  })
})
