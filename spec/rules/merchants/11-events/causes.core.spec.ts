import { expect } from 'chai'
import { eventRowsOf, eventTypeOf, isRefusal, listEvents, type Transaction } from '../../../../core/sente.ts'
import { aFunding, aKey, aPayout } from '../../../contracts/kit/records.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const event = { accountId: 'an account', sequence: 7, atMs: 0, cause: { transaction: 'a payment' } }
const batch = (state: string) => ({ batch: { id: 'a batch', state } as never })

describe('11 Events: their causes', () => {
  rule('11.15', 'an event is named after its cause, which is never open or missing', {
    'by its cause': table(
      ['about', 'called'],
      [
        ['a payout that succeeded', 'payout.succeeded'],
        ['a payout that failed', 'payout.failed'],
        ['a collection that succeeded', 'collection.succeeded'],
        ['a refund that failed', 'refund.failed'],
        ['a funding', 'balance.funded'],
        ['a withdrawal', 'balance.withdrawn'],
        ['a batch that is completed', 'batch.completed'],
        ['a key', 'key.expiring'],
      ] as const,
      (about, called) => {
        const payment = (change: Partial<Transaction>) => ({ transaction: aPayout('an account', change) })
        const causes = {
          'a payout that succeeded': payment({ state: 'succeeded' }),
          'a payout that failed': payment({ state: 'failed', reason: 'refused_by_network' }),
          'a collection that succeeded': payment({ kind: 'collection', state: 'succeeded' }),
          'a refund that failed': payment({
            kind: 'refund',
            refundOf: 'sale',
            state: 'failed',
            reason: 'customer_rejected',
          }),
          'a funding': { funding: aFunding('an account') },
          'a withdrawal': { funding: aFunding('an account', { kind: 'withdraw' }) },
          'a batch that is completed': batch('completed'),
          'a key': { key: aKey('secret') },
        }
        const rows = eventRowsOf(event, causes[about])
        expect(eventTypeOf(rows)).to.equal(called)
        expect(rows).to.deep.equal({ event, ...causes[about] })
      },
    ),
    'not of an open one': table(
      ['about', 'the error'],
      [
        ['an open payout', 'event 7 of account an account says that transaction open has ended, but it is pending'],
        ['an open batch', 'event 7 of account an account says that batch a batch has ended, but it is paying'],
        ['nothing', 'the subject of event 7 of account an account is missing'],
      ] as const,
      (about, error) => {
        const causes = {
          'an open payout': { transaction: aPayout('an account', { id: 'open', state: 'pending' }) },
          'an open batch': batch('paying'),
          nothing: {},
        }
        expect(() => eventRowsOf(event, causes[about]))
          .to.throw(Error)
          .with.property('message', error)
      },
    ),
  })

  rule('11.16', 'an error names the missing events', async () => {
    const { ports, account, caller } = await openCore()
    const { events } = ports.books
    const error = async (
      change: Partial<Awaited<ReturnType<typeof events>>>,
      query: { type?: 'balance.funded' } = {},
    ) => {
      const books = { events: async (asked: Parameters<typeof events>[0]) => ({ ...(await events(asked)), ...change }) }
      const listed = listEvents({ books })({ caller: await caller(), query: { after: 0, limit: 9, ...query } })
      return listed.then(
        (page) => (isRefusal(page) ? page.refused : 'none'),
        ({ message }: Error) => message,
      )
    }
    expect(await error({})).to.equal('none')
    expect(await error({ last: 3 })).to.equal(`one of the events 1 to 3 of account ${account.id} is missing`)
    const [first] = (await events({ accountId: account.id, after: 0, limit: 1 })).events
    if (!first) throw new Error('no event')
    const others = { events: [{ ...first, event: { ...first.event, accountId: 'another' } }] }
    expect(await error(others, { type: 'balance.funded' })).to.equal(
      `the events balance.funded of account ${account.id} include another one`,
    )
  })
})
