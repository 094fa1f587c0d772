import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { leaseMs } from '../../../adapters/webhooks/servedEndpoint.ts'
import { failingMs, type Webhooks } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { answering, ok, openReceiver } from './receiver.ts'
import { closeAll, dayMs, delivered, openDeliveries, openOne, until } from './world.ts'

describe('49 Webhooks: receivers that fail, and nodes that die', () => {
  afterEach(closeAll)

  rule(
    '49.20',
    'an endpoint that says it is gone is disabled at once; enabled again it goes on where it stopped',
    async () => {
      const { receiver, claim, fund, tried, hook, found, webhooks, clock } = await openOne(answering(410))
      await fund()
      await claim()
      await tried(1)
      await until(async () => (await found(hook))?.disabledBecause === 'gone')
      receiver.answer = ok
      await fund(2)
      clock.forwardMs(dayMs)
      await claim()
      await setTimeout(20)
      expect(receiver.received).to.have.length(1)
      await webhooks.change(hook.id, (same) => ({ ...same, disabledBecause: null }))
      await claim()
      await tried(4)
      expect(receiver.sequences().sort()).to.deep.equal([1, 1, 2, 3])
    },
  )

  rule(
    '49.21',
    'an endpoint is disabled after five days without a success, and not by failures before one',
    async () => {
      const { receiver, claim, fund, tried, hook, found, clock } = await openOne(answering(500))
      await fund()
      await claim()
      await tried(1)
      clock.forwardMs(failingMs - 1)
      await claim()
      await tried(2)
      expect((await found(hook))?.disabledBecause).to.equal(null)
      receiver.answer = ok
      await fund()
      await claim()
      await tried(4)
      receiver.answer = answering(500)
      clock.forwardMs(dayMs)
      await fund()
      await claim()
      await tried(5)
      clock.forwardMs(failingMs - 1)
      await fund()
      await claim()
      await tried(7)
      expect((await found(hook))?.disabledBecause).to.equal(null)
      clock.forwardMs(1)
      await fund()
      await claim()
      await until(async () => (await found(hook))?.disabledBecause === 'failing')
    },
  )

  rule('49.22', 'what is slow holds up nothing else', {
    'an event of the same endpoint': async () => {
      const { receiver, claim, fund, attempts, hook } = await openOne((response, { body }) => {
        if (JSON.parse(body).sequence > 7) ok(response, { path: '', headers: {}, body }, response.req)
      })
      await fund(100)
      await claim()
      await until(async () => (await attempts(hook)).filter(({ problem }) => problem === null).length === 93)
      expect(Math.max(...receiver.sequences())).to.equal(100)
    },
    'a thousand other endpoints, of which fifty answer nothing': async () => {
      const receiver = await openReceiver((response, received, request) => {
        if (!received.path.startsWith('/silent')) ok(response, received, request)
      })
      const { endpoint, node, fund } = await openDeliveries()
      for (let nth = 0; nth < 1_000; nth += 1)
        await endpoint(`${receiver.url}/${nth % 20 === 0 ? 'silent' : 'good'}/${nth}`)
      await fund(2)
      const { claim } = node({ post: { timeoutMs: 60_000 } })
      const good = () => receiver.received.filter(({ path }) => path.startsWith('/good')).length
      await until(async () => {
        await claim()
        return good() === 1_900
      })
      expect(new Set(receiver.received.map(({ path }) => path)).size).to.equal(1_000)
    },
  })

  rule('49.23', 'of an answer no more is read than 64 KiB, and the first KiB is kept', {
    'a long one': async () => {
      const { claim, fund, tried, hook, attempts } = await openOne((response) =>
        response.writeHead(200).end('x'.repeat(5_000)),
      )
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: 200, problem: null, answer: 'x'.repeat(1024) })
    },
    'one without end': async () => {
      let written = 0
      const { claim, fund, tried, hook, attempts } = await openOne((response) => {
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('y'.repeat(4_096))) written += 4_096
          response.once('drain', more)
        }
        more()
      })
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: 200, answer: 'y'.repeat(1024) })
      const until1 = written
      await setTimeout(50)
      expect(written).to.equal(until1)
    },
    'one that is shorter than it says': async () => {
      const { claim, fund, tried, hook, attempts } = await openOne((response) => {
        response.writeHead(200, { 'Content-Length': '100' })
        response.write('short')
        response.destroy()
      })
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: null })
    },
    'none at all': async () => {
      const receiver = await openReceiver(() => undefined)
      const { endpoint, node, fund, attempts } = await openDeliveries()
      const hook = await endpoint(receiver.url)
      await fund()
      await node({ post: { timeoutMs: 100 } }).claim()
      await until(async () => (await attempts(hook)).length === 1)
      expect((await attempts(hook))[0]).to.include({ status: null, problem: 'no answer within 0.1 s' })
    },
  })

  rule('49.24', 'when a node dies at any point of a delivery, another delivers everything', {
    'at any point': async () => {
      for (let point = 1; point <= 12; point += 1) {
        const seen = new Set<number>()
        const receiver = await openReceiver((response, received, request) => {
          const { sequence } = JSON.parse(received.body)
          const isBad = sequence % 3 === 0 && !seen.has(sequence)
          seen.add(sequence)
          return (isBad ? answering(500) : ok)(response, received, request)
        })
        const { endpoint, node, fund, clock, attempts } = await openDeliveries()
        const hook = await endpoint(receiver.url)
        await fund(20)
        void node({ webhooks: (good) => dyingAt(point, good) }).claim()
        await setTimeout(30)
        clock.forwardMs(60_000)
        const { claim } = node()
        await until(async () => {
          clock.forwardMs(1_000)
          await claim()
          return delivered(await attempts(hook)).size === 20
        })
        expect(new Set(receiver.sequences()).size).to.equal(20)
      }
    },
    'and sends at once what it was to try again, but once': async () => {
      const { receiver, hook, node, fund, clock, attempts } = await openOne((response, { body }) => {
        if (JSON.parse(body).sequence === 2) response.writeHead(500).end()
      })
      await fund(2)
      void node({ webhooks: (good) => dyingAt(3, good) }).claim()
      await until(async () => (await attempts(hook)).length === 1)
      receiver.answer = ok
      clock.forwardMs(60_000)
      await node().claim()
      await until(async () => delivered(await attempts(hook)).size === 2)
      expect(receiver.sequences().filter((sequence) => sequence === 2)).to.have.length(2)
    },
  })

  rule(
    '49.25',
    'a claim that is over while it is in use is taken over, and what is done under it counts no more',
    async () => {
      const releases: (() => void)[] = []
      const { receiver, claim, fund, clock, attempts, hook } = await openOne((response) => {
        releases.push(() => response.writeHead(204).end())
      })
      await fund(2)
      await claim()
      await until(() => receiver.received.length === 2)
      clock.forwardMs(leaseMs)
      await claim()
      receiver.answer = ok
      for (const release of releases) release()
      await until(async () => delivered(await attempts(hook)).size === 2)
      expect(receiver.sequences()).to.have.members([1, 2, 1, 2])
      expect((await attempts(hook)).map(({ sequence }) => sequence)).to.have.members([1, 2])
    },
  )
})

/** Endpoints over which a node is dead from its so-manyth call on, before or after that call is done. */
function dyingAt(point: number, good: Webhooks): Webhooks {
  let calls = 0
  const never = new Promise<never>(() => {})
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      calls += 1
      if (calls > point || (calls === point && point % 2 === 0)) return never
      const result = await call(...args)
      return calls >= point ? never : result
    }
  return { ...good, claim: dying(good.claim), due: dying(good.due), settle: dying(good.settle) }
}
