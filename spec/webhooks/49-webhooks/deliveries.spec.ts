import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { attemptPausesMs, type DeliveryAttempt, failingMs, type Webhooks } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { answering, ok, openReceiver } from './receiver.ts'
import { closeAll, openDeliveries, until } from './world.ts'

const dayMs = 24 * 3_600_000

/** A world with a receiver and one endpoint that leads to it. */
async function openOne(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given)
  const world = await openDeliveries()
  const endpoint = await world.endpoint(`${receiver.url}/hooks`)
  const { claim } = world.node()
  const tried = (times: number) => until(async () => (await world.attempts(endpoint)).length >= times)
  return { ...world, receiver, hook: endpoint, claim, tried }
}

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

  rule('49.24', 'when a node dies at any point of a delivery, another delivers everything', async () => {
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
  })
})

/** The sequences of what was delivered. */
function delivered(attempts: readonly DeliveryAttempt[]): Set<number> {
  return new Set(attempts.filter(({ problem }) => problem === null).map(({ sequence }) => sequence))
}

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
