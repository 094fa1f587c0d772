import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { leaseMs } from '../../../../adapters/webhooks/delivery/servedEndpoint.ts'
import type { Webhooks } from '../../../../core/sente.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { delivered, openDeliveries, openOne } from './openDeliveries.ts'
import { answering, ok, openReceiver } from './receiver.ts'

describe('12 Webhooks: nodes that die, and claims that end', () => {
  rule('12.25', 'when a node dies at any point of a delivery, another delivers everything', {
    'at any point': async () => {
      for (let point = 1; point <= 12; point += 1) {
        const seen = new Set<number>()
        const receiver = await openReceiver((response, received, request) => {
          const { sequence } = JSON.parse(received.body)
          const isBad = sequence % 3 === 0 && !seen.has(sequence)
          seen.add(sequence)
          return (isBad ? answering(500) : ok)(response, received, request)
        })
        const { endpoint, node, fund, clock, attempts, isKept } = await openDeliveries()
        const hook = await endpoint(receiver.url)
        await fund(20)
        await new Promise<void>((hasEnded) => {
          const first = node({ webhooks: (good) => dyingAt(point, good, hasEnded) })
          // Endpoints delivered to before the node could die are given back.
          void first.claim().then(() => until(() => !isKept(hook)).then(hasEnded))
        })
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
    'and sends the pending attempts again at once, but only once': async () => {
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

  rule('12.26', 'a claim that ends while it is in use is taken over, and acts under it no longer count', async () => {
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
  })

  rule('12.27', 'once a change of an endpoint is answered, nothing is sent under the old settings', {
    'another address': async () => {
      const { receiver: before, hook, node, fund, webhooks, attempts } = await openOne()
      const { url } = await openReceiver()
      let isChanged = false
      const { claim } = node({
        webhooks: (good) => ({
          ...good,
          async settle(...given) {
            const isOurs = await good.settle(...given)
            if (isChanged) return isOurs
            isChanged = true
            await webhooks.change(hook.id, (same) => ({ ...same, url }))
            await fund()
            return isOurs
          },
        }),
      })
      await fund()
      await claim()
      await until(async () => {
        await claim()
        return (await attempts(hook)).length === 2
      })
      expect(before.sequences()).to.deep.equal([1])
    },
    'while one waits to be tried again': async () => {
      const { hook, claim, fund, tried, webhooks, clock, findsNothing } = await openOne(answering(500))
      await fund()
      await claim()
      await tried(1)
      await webhooks.change(hook.id, (same) => ({ ...same, disabledBecause: 'asked' }))
      clock.forwardMs(3_600_000)
      await findsNothing()
    },
  })

  rule('12.28', 'a stopping node gives back its claims, also those that it is making', async () => {
    const { node, fund, endpoint, attempts } = await openDeliveries()
    const receiver = await openReceiver()
    const hook = await endpoint(receiver.url)
    await fund()
    const stopping = node({
      webhooks: (good) => ({
        ...good,
        async claim(claim) {
          const claimed = await good.claim(claim)
          await setTimeout(20)
          return claimed
        },
      }),
    })
    void stopping.claim()
    await stopping.stop()
    expect(receiver.received).to.have.length(0)
    await node().claim()
    await until(async () => (await attempts(hook)).length === 1)
    expect(receiver.sequences()).to.deep.equal([1])
  })
})

/** Endpoints for a node that is dead from this call on, before or after the call is done. */
function dyingAt(point: number, good: Webhooks, onDeath = () => {}): Webhooks {
  let calls = 0
  const never = () => {
    onDeath()
    return new Promise<never>(() => {})
  }
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      calls += 1
      if (calls > point || (calls === point && point % 2 === 0)) return never()
      const result = await call(...args)
      return calls >= point ? never() : result
    }
  return { ...good, claim: dying(good.claim), due: dying(good.due), settle: dying(good.settle) }
}
