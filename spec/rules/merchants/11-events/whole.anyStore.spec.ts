import { expect } from 'chai'
import { type Books, type EventStretch, listEvents, type Transaction } from '../../../../core/sente.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { refusal, rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

describe('11 Events: books that went back, or are wrong', () => {
  const beyond = (query: string) => async () =>
    expectError(
      await (await overHttp()).look(`/events?${query}`),
      409,
      'beyond_last_event',
      'The account’s last event is 1. If its books were restored, compare by transactions and begin with after=0',
    )

  refusal(
    '11.12',
    'beyond_last_event',
    'a page after an event that the account does not have is refused, and after its last one is empty',
    {
      'one beyond the last': beyond('after=2'),
      'many beyond it': beyond('after=999999999999999'),
      'with a type': beyond('after=2&type=payout.succeeded'),
      'with a wait, at once': beyond('after=2&wait=30'),
      async 'when the books go back during the wait'() {
        const { books, read } = goingBack()
        const api = await overHttp((ports) => ({ listEvents: listEvents({ books: books(ports) }) }))
        const answer = await api.look('/events?after=1&wait=30')
        expectError(
          answer,
          409,
          'beyond_last_event',
          'The account’s last event is 0. If its books were restored, compare by transactions and begin with after=0',
        )
        expect(read()).to.equal(2)
      },
      async 'the last one, and before the first'() {
        const api = await overHttp()
        expect(dataOf(await api.look('/events?after=1'))).to.deep.equal({ events: [], next: 1 })
        const answer = await api.look('/events', await otherAccount(api))
        expect(dataOf(answer)).to.deep.equal({ events: [], next: 0 })
      },
    },
  )

  rule('11.13', 'a missing event, or one about an open or missing payment, is a failure, and never a page', {
    'an open payment': breaks(async ({ ports, account }, reported) => {
      const payout = (await ports.books.list({ accountId: account.id, limit: 1 })).transactions[0] as Transaction
      expect(payout.state).to.equal('pending')
      const event = { accountId: account.id, sequence: 2, cause: { transaction: payout.id }, atMs: 0 }
      return { events: [...reported.events, { event, transaction: payout }], last: 2 }
    }),
    'a gap': breaks(async (_, reported) => ({ events: reported.events, last: 2 })),
    'an event of another type among those of one': breaks(allOf, '?type=payout.failed'),
    'an event of another account': breaks(async (_, reported) => changed(reported, { accountId: 'other' })),
    'one of another account among those of one type': breaks(
      async (api) => changed(await allOf(api), { accountId: 'other' }),
      '?type=balance.funded',
    ),
    'an event in the place of another': breaks(async (_, reported) => changed(reported, { sequence: 2 })),
    'an event twice among those of one type': breaks(async (api) => {
      const { events, last } = await allOf(api)
      return { events: [...events, ...events], last }
    }, '?type=balance.funded'),
  })
})

/** All events of the account. */
function allOf({ ports, account }: Api): Promise<EventStretch> {
  return ports.books.events({ accountId: account.id, after: 0, limit: 9 })
}

/** The same events, each with a change. */
function changed(
  { events, last }: EventStretch,
  other: Partial<EventStretch['events'][number]['event']>,
): EventStretch {
  return { events: events.map((row) => ({ ...row, event: { ...row.event, ...other } })), last }
}

/** Books that have lost every event when they are read for the second time. */
function goingBack() {
  let reads = 0
  return {
    read: () => reads,
    books: ({ books }: Api['ports']): Pick<Books, 'events'> => ({
      events(query) {
        reads += 1
        return reads === 1 ? books.events(query) : Promise.resolve({ events: [], last: 0 })
      },
    }),
  }
}

/** An example of impossible events: the gateway fails, and logs the error. */
function breaks(spoil: (api: Api, reported: EventStretch) => Promise<EventStretch>, query = '') {
  return async () => {
    const api: Api = await overHttp((ports) => ({
      listEvents: listEvents({ books: { events: async (query) => spoil(api, await ports.books.events(query)) } }),
    }))
    await openPayment(api)
    expectError(await api.look(`/events${query}`), 500, 'internal_error', 'Internal server error')
    const breakage = api.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'breakage')
    expect(breakage.error.stack).to.match(/readEvents|eventTypeOf/)
  }
}
