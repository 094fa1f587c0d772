import { once } from 'node:events'
import { expect } from 'chai'
import { attemptPausesMs, failingMs } from '../../../../core/sente.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { dayMs, openDeliveries, openOne } from './openDeliveries.ts'
import { type Answer, answering, ok, openReceiver } from './receiver.ts'

describe('12 Webhooks: receivers that fail', () => {
  rule(
    '12.21',
    'an endpoint that says it is gone is disabled at once; when enabled again it continues where it stopped',
    {
      'at the first attempt': async () => {
        const { receiver, claim, fund, tried, hook, found, webhooks, clock, findsNothing } = await openOne(
          answering(410),
        )
        await fund()
        await claim()
        await tried(1)
        await until(async () => (await found(hook))?.disabledBecause === 'gone')
        receiver.answer = ok
        await fund(2)
        clock.forwardMs(dayMs)
        await findsNothing()
        await webhooks.change(hook.id, (same) => ({ ...same, disabledBecause: null }))
        await claim()
        await tried(4)
        expect(receiver.sequences().sort()).to.deep.equal([1, 1, 2, 3])
      },
      'at the last': async () => {
        const { receiver, claim, fund, tried, hook, found, webhooks, clock } = await openOne(answering(500))
        await fund()
        for (const [times, pauseMs] of [0, ...attemptPausesMs].entries()) {
          if (times === attemptPausesMs.length) receiver.answer = answering(410)
          clock.forwardMs(pauseMs)
          await claim()
          await tried(times + 1)
        }
        await until(async () => (await found(hook))?.disabledBecause === 'gone')
        receiver.answer = ok
        await webhooks.change(hook.id, (same) => ({ ...same, disabledBecause: null }))
        await claim()
        await tried(attemptPausesMs.length + 2)
      },
    },
  )

  rule(
    '12.22',
    'an endpoint is disabled after five days without a success, and failures before a success do not count',
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
      await tried(3)
      clock.forwardMs(300_000)
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

  rule('12.23', 'a slow endpoint delays nothing else', {
    'an event of the same endpoint': async () => {
      const { receiver, claim, fund, attempts, hook } = await openOne((response, { body }) => {
        if (JSON.parse(body).sequence > 7) ok(response, { path: '', headers: {}, body }, response.req)
      })
      await fund(100)
      await claim()
      await until(async () => (await attempts(hook)).filter(({ problem }) => problem === null).length === 93)
      expect(Math.max(...receiver.sequences())).to.equal(100)
    },
    'a hundred and twenty other endpoints, fifty of them without an answer': async () => {
      const receiver = await openReceiver((response, received, request) => {
        if (!received.path.startsWith('/silent')) ok(response, received, request)
      })
      const { endpoint, node, fund } = await openDeliveries()
      for (let nth = 0; nth < 120; nth += 1)
        await endpoint(`${receiver.url}/${nth % 12 < 5 ? 'silent' : 'good'}/${nth}`)
      await fund(2)
      const { claim } = node({ post: { timeoutMs: 60_000 } })
      const good = () => receiver.received.filter(({ path }) => path.startsWith('/good')).length
      const tried = () => new Set(receiver.received.map(({ path }) => path)).size
      await until(async () => {
        await claim()
        return good() === 140 && tried() === 120
      })
    },
  })

  rule('12.24', 'at most 64 KiB of an answer are read, and the first KiB is kept', {
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
      let closed: Promise<unknown> | undefined
      const { claim, fund, tried, hook, attempts } = await openOne((response) => {
        closed = once(response, 'close')
        response.writeHead(200)
        const more = () => {
          while (!response.destroyed && response.write('y'.repeat(4_096)));
          response.once('drain', more)
        }
        more()
      })
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: 200, answer: 'y'.repeat(1024) })
      await closed
    },
    'a body shorter than its length': async () => {
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
    'a body longer than its length': async () => {
      const { claim, fund, tried, hook, attempts } = await openOne((response) => {
        response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort, and then more')
      })
      await fund()
      await claim()
      await tried(1)
      expect((await attempts(hook))[0]).to.include({ status: null })
    },
    'a body that comes too slowly': () =>
      expectLate((response) => {
        response.writeHead(200)
        const dripping = setInterval(() => response.write('.'), 10)
        response.once('close', () => clearInterval(dripping))
      }),
    'none at all': () => expectLate(() => undefined),
  })
})

/** Expects an answer to be too late for a node that waits for a second. */
async function expectLate(answer: Answer): Promise<void> {
  const receiver = await openReceiver(answer)
  const { endpoint, node, fund, attempts } = await openDeliveries()
  const hook = await endpoint(receiver.url)
  await fund()
  await node({ post: { timeoutMs: 1_000 } }).claim()
  await until(async () => (await attempts(hook)).length === 1)
  expect((await attempts(hook))[0]).to.include({ status: null, problem: 'no answer within 1 s' })
}
