import { expect } from 'chai'
import type { Transaction } from '../../../../core/sente.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { openOne } from './openDeliveries.ts'

describe('12 Webhooks: books that are wrong, or go back', () => {
  rule('12.33', 'a false event is never sent', {
    'of an open payment': async () => {
      const { receiver, node, fund, broken, account } = await openOne()
      await fund()
      const { claim } = node({
        events: (good) => async (query) => {
          const { events, last } = await good(query)
          const open: Transaction = aPayout(account.id, { state: 'pending' })
          return { events: events.map(({ event }) => ({ event, transaction: open })), last }
        },
      })
      await claim()
      await until(() => broken.length === 1)
      expect(String(broken[0])).to.match(
        /event 1 of account \S+ says that transaction \S+ has ended, but it is pending$/,
      )
      expect(receiver.received).to.deep.equal([])
    },
    'and none after one that is missing': async () => {
      const { receiver, node, fund, broken } = await openOne()
      await fund(2)
      const { claim } = node({
        events: (good) => async (query) => {
          const { events, last } = await good(query)
          return { events: events.slice(1), last }
        },
      })
      await claim()
      await until(() => broken.length === 1)
      expect(String(broken[0])).to.match(/one of the events 1 to 2 of account \S+ is missing$/)
      expect(receiver.received).to.deep.equal([])
    },
  })

  rule(
    '12.34',
    'a node that has delivered events that the books then lose gives the endpoint up, and writes nothing about it',
    async () => {
      let last = Number.POSITIVE_INFINITY
      let claims = 0
      const written: number[] = []
      const { receiver, node, fund } = await openOne()
      const { claim } = node({
        webhooks: (good) => ({
          ...good,
          claim(claim) {
            claims += 1
            return good.claim(claim)
          },
          settle(id, claim, settlement) {
            written.push(settlement.progress.upTo)
            if (settlement.progress.upTo === 2) last = 1
            return good.settle(id, claim, settlement)
          },
        }),
        events: (good) => async (query) => {
          const stretch = await good(query)
          const events = stretch.events.filter(({ event }) => event.sequence <= last)
          return { events, last: Math.min(stretch.last, last) }
        },
      })
      await fund(2)
      await claim()
      await until(() => claims === 2)
      expect(receiver.sequences().sort()).to.deep.equal([1, 2])
      expect(written.filter((upTo) => upTo === 2)).to.have.length(1)
    },
  )
})
