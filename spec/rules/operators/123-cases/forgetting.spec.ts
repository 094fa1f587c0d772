import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { forgettingLoop } from '../../../../adapters/background/forgettingLoop.ts'
import { exchangesIn, forgetExchanges } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table, test } from '../../../rule.ts'

const dayMs = 86_400_000

describe('123 The case of a payment: how long it is kept', () => {
  rule(
    '123.18',
    'a network’s answers about a payment are removed once the payment, and the last of them, are older than the setting',
    {
      'at the boundary': table(
        ['after', 'kept'],
        [
          [90 * dayMs - 1, 1],
          [90 * dayMs, 1],
          [90 * dayMs + 1, 0],
        ],
        async (afterMs, kept) => {
          const { clock, ports, pay } = await openCore()
          const { id } = await pay('succeeds')
          clock.forwardMs(afterMs)
          await forgetExchanges(ports)({ keptMs: 90 * dayMs, limit: 10 })
          expect(exchangesIn(await ports.cases.exchanges(id))).to.have.length(kept)
        },
      ),
      'not while its network still answers': async () => {
        const { clock, ports, pay, sweep } = await openCore()
        const { id } = await pay('accepts')
        clock.forwardMs(100 * dayMs)
        await sweep()
        await forgetExchanges(ports)({ keptMs: 90 * dayMs, limit: 10 })
        expect(exchangesIn(await ports.cases.exchanges(id))).to.have.length(2)
      },
      'and no other rows of it': async () => {
        const { clock, ports, pay } = await openCore()
        const { id, stored } = await pay('succeeds')
        const before = await stored()
        clock.forwardMs(100 * dayMs)
        await forgetExchanges(ports)({ keptMs: 90 * dayMs, limit: 10 })
        expect(await ports.books.transaction(id)).to.deep.equal(before)
        expect((await ports.cases.movements(before)).postings).to.have.length(2)
      },
    },
  )

  test('old answers are removed in steps until none is left, once a minute, and not after a stop', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const removed = [200, 200, 7]
      const steps: number[] = []
      const forget = async ({ limit }: { limit: number }) => {
        steps.push(limit)
        return { removed: removed.shift() ?? 0 }
      }
      const loop = forgettingLoop(forget, { keptMs: 1, log: pino({ level: 'silent' }) })
      await timers.tickAsync(59_999)
      expect(steps).to.deep.equal([])
      await timers.tickAsync(1)
      expect(steps).to.deep.equal([200, 200, 200])
      await timers.tickAsync(60_000)
      expect(steps).to.have.length(4)
      await loop.stop()
      await timers.tickAsync(120_000)
      expect(steps).to.have.length(4)
    } finally {
      timers.restore()
    }
  })
})
