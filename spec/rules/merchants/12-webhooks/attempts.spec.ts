import { expect } from 'chai'
import { attemptPausesMs } from '../../../../core/sente.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { dayMs, openOne } from './openDeliveries.ts'
import { answering, ok } from './receiver.ts'

describe('12 Webhooks: attempts', () => {
  rule(
    '12.16',
    'a successful answer is a delivery; after any other, or none, there are more attempts with growing pauses',
    {
      'the pauses': async () => {
        const { claim, fund, tried, clock, attempts, hook, findsNothing } = await openOne(answering(500))
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
        await findsNothing()
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
      'a switch to another protocol': async () => {
        const { claim, fund, tried, hook, attempts } = await openOne((response) => {
          response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n')
        })
        await fund()
        await claim()
        await tried(1)
        expect((await attempts(hook))[0]).to.include({ status: 101, problem: 'it answered 101' })
      },
      'a connection that is cut': async () => {
        const { claim, fund, tried, hook, attempts } = await openOne((response) => response.destroy())
        await fund()
        await claim()
        await tried(1)
        expect((await attempts(hook))[0]).to.include({ status: null, problem: 'its answer could not be read' })
      },
    },
  )

  rule(
    '12.17',
    'a receiver that was down for three days gets everything, with the ids of the first attempts',
    async () => {
      const { receiver, claim, fund, tried, clock, attempts, hook, isKept } = await openOne()
      // The clock stands while a claim lasts; otherwise the claim would end, and the attempt would not count.
      async function goesByAnHour() {
        clock.forwardMs(3_600_000)
        await claim()
        await until(() => !isKept(hook))
      }
      receiver.answer = answering(503)
      await fund(5)
      await claim()
      await tried(5)
      for (let hour = 0; hour < 72; hour += 1) await goesByAnHour()
      const before = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      receiver.answer = ok
      await fund()
      await until(async () => {
        await goesByAnHour()
        return (
          new Set((await attempts(hook)).filter(({ problem }) => !problem).map(({ sequence }) => sequence)).size === 6
        )
      })
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect([...new Set(ids)].filter((id) => !before.has(id))).to.have.length(1)
    },
  )

  rule('12.18', 'each event has attempts of its own, at times that do not depend on other events', async () => {
    const { receiver, claim, fund, tried, clock } = await openOne((response, received, request) => {
      const isRefused = JSON.parse(received.body).sequence === 1
      return (isRefused ? answering(429, { 'Retry-After': '3600' }) : ok)(response, received, request)
    })
    await fund()
    for (let others = 1; others <= 5; others += 1) {
      await claim()
      await tried(others)
      clock.forwardMs(2_000)
      await fund()
    }
    await claim()
    await tried(6)
    expect(receiver.sequences().sort()).to.deep.equal([1, 2, 3, 4, 5, 6])
    clock.forwardMs(3_600_000)
    await claim()
    await tried(7)
    expect(receiver.sequences().filter((sequence) => sequence === 1)).to.have.length(2)
  })

  rule('12.19', 'a receiver can ask for a pause, of a day at most', {
    'for seconds': async () => {
      const { claim, fund, tried, clock, findsNothing } = await openOne(answering(429, { 'Retry-After': '3600' }))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(3_599_000)
      await findsNothing()
      clock.forwardMs(1_000)
      await claim()
      await tried(2)
    },
    'without end': async () => {
      const { claim, fund, tried, clock } = await openOne(answering(503, { 'Retry-After': '999999999' }))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(dayMs)
      await claim()
      await tried(2)
    },
    'until a date': async () => {
      const { claim, fund, tried, clock, findsNothing } = await openOne((response) => {
        response.writeHead(503, { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }).end()
      })
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(3_000_000)
      await findsNothing()
      clock.forwardMs(600_000)
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

  rule('12.20', 'attempts are kept for thirty days', async () => {
    const { hook, claim, fund, tried, clock, attempts } = await openOne()
    await fund()
    await claim()
    await tried(1)
    clock.forwardMs(30 * dayMs - 60_000)
    await claim()
    expect(await attempts(hook)).to.have.length(1)
    clock.forwardMs(3_600_000)
    await claim()
    expect(await attempts(hook)).to.have.length(0)
  })
})
