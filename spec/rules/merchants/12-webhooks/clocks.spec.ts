import { expect } from 'chai'
import { failingMs } from '../../../../core/sente.ts'
import { openInSchema } from '../../../fixtures/postgres/postgres.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { closeAll, dayMs, openDeliveries, openOne } from './openDeliveries.ts'
import { answering, openReceiver } from './receiver.ts'

describe('12 Webhooks: wrong clocks', () => {
  rule('12.35', 'a wrong clock neither puts off an attempt for longer than the longest pause, nor uses up attempts', {
    'a clock a year ahead while an attempt fails': async () => {
      const { claim, fund, tried, clock } = await openOne(answering(500))
      clock.jumpMs(365 * dayMs)
      await fund()
      await claim()
      await tried(1)
      clock.jumpMs(-365 * dayMs)
      await claim()
      await tried(2)
    },
    'a node that is months behind the database': async () => {
      const store = await openInSchema({ clock: 'database' })
      try {
        const receiver = await openReceiver(answering(503, { 'Retry-After': '3600' }))
        const { endpoint, node, fund, attempts, isKept } = await openDeliveries(store)
        const hook = await endpoint(receiver.url)
        await fund()
        const { claim } = node()
        await claim()
        await until(async () => (await attempts(hook)).length > 0 && !isKept(hook))
        for (const { claim } of [node(), node()]) await claim()
        expect(isKept(hook), 'it is claimed').to.equal(false)
        expect(receiver.received).to.have.length(1)
        await closeAll()
      } finally {
        await store.close()
      }
    },
  })

  rule('12.36', 'the time that an endpoint has failed counts only as far as the clocks prove it', {
    'two failures with a jump of six days between': async () => {
      const { claim, fund, tried, hook, found, clock } = await openOne(answering(500))
      await fund()
      await claim()
      await tried(1)
      clock.jumpMs(6 * dayMs)
      await claim()
      await tried(2)
      expect((await found(hook))?.disabledBecause).to.equal(null)
    },
    'the same, with another process after the jump': async () => {
      const { claim, node, fund, tried, hook, found, clock } = await openOne(answering(500))
      await fund()
      await claim()
      await tried(1)
      clock.jumpMs(6 * dayMs)
      await node().claim()
      await tried(2)
      expect((await found(hook))?.disabledBecause).to.equal(null)
    },
    'five days, each with a process of its own': async () => {
      const { node, fund, tried, hook, found, clock } = await openOne(answering(500))
      for (let day = 0; day < failingMs / dayMs; day += 1) {
        await fund()
        await node().claim()
        await tried(day + 1)
        expect((await found(hook))?.disabledBecause).to.equal(null)
        clock.forwardMs(dayMs)
      }
      await node().claim()
      await until(async () => (await found(hook))?.disabledBecause === 'failing')
    },
  })
})
