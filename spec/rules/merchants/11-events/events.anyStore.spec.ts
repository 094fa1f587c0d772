import { expect } from 'chai'
import { fundAccount, listEvents, withdrawFunds } from '../../../../core/sente.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

type Event = {
  readonly event_id: string
  readonly sequence: number
  readonly type: string
  readonly at: string
  readonly data: Record<string, unknown>
}

/** A page of events. */
async function pageOf({ look }: Api, query = ''): Promise<{ events: Event[]; next: number }> {
  return dataOf(await look(`/events${query}`)) as { events: Event[]; next: number }
}

const sequencesIn = ({ events }: { events: Event[] }) => events.map(({ sequence }) => sequence)

/** Funds the account this many times at once, each under a reference of its own. */
async function fund({ ports, account }: Api, times: number): Promise<void> {
  const usual = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1 }
  const references = Array.from({ length: times }, (_, index) => `bank-${index + 1}`)
  await Promise.all(references.map((reference) => fundAccount(ports)({ ...usual, reference })))
}

const malformed = (query: string, problem: string) => async () =>
  expectError(
    await (await overHttp()).look(`/events?${query}`),
    400,
    'malformed_fields',
    `Malformed fields: ${problem}`,
  )

describe('11 Events', () => {
  rule('11.1', 'events are listed oldest first, each with its payment or other cause as in the look-up', {
    'ends of payments': async () => {
      const api = await overHttp()
      api.network.behaves('succeeds')
      const sent = await openPayment(api)
      api.network.behaves('declines')
      const failed = await openPayment(api, { reference: 'order-2' }, 'collect-money')
      const { events, next } = await pageOf(api, '?after=1')
      expect(events.map(({ type }) => type)).to.deep.equal(['payout.succeeded', 'collection.failed'])
      for (const [index, id] of [sent, failed].entries())
        expect(events[index]?.data).to.deep.equal(dataOf(await api.look(`/transactions/${id}`)))
      expect(next).to.equal(3)
    },
    'to the letter': async () => {
      const api = await overHttp()
      const answer = await api.look('/events')
      const id = (await pageOf(api)).events[0]?.event_id
      expect(answer.text).to.equal(
        `{"status":"success","message":"Events found","data":{"events":[{"event_id":"${id}","sequence":1,"type":"balance.funded","at":"2026-01-02T08:00:00.000Z","data":{"reference":"initial-UGX","amount":100000,"currency":"UGX","created_at":"2026-01-02T08:00:00.000Z"}}],"next":1}}`,
      )
      expect(answer.status).to.equal(200)
      expectHeaders(answer)
    },
    'a withdrawal, without the operator’s explanation': async () => {
      const api = await overHttp()
      const { ports, account } = api
      const withdrawal = {
        by: 'amina',
        accountId: account.id,
        currency: 'UGX',
        amount: 7,
        reference: 'out-1',
        because: 'a secret',
      }
      await withdrawFunds(ports)(withdrawal)
      const [event] = (await pageOf(api, '?after=1')).events
      expect(event?.type).to.equal('balance.withdrawn')
      expect(event?.data).to.deep.equal({
        ...{ reference: 'out-1', amount: 7, currency: 'UGX' },
        created_at: '2026-01-02T08:00:00.000Z',
      })
    },
    'nothing yet': async () => {
      const { look, ...api } = await overHttp()
      const headers = await otherAccount({ look, ...api })
      expect(dataOf(await look('/events', headers))).to.deep.equal({ events: [], next: 0 })
    },
  })

  rule('11.2', 'a client that stores `next` and continues after it misses no event and gets none twice', async () => {
    const api = await overHttp()
    await fund(api, 4)
    const first = await pageOf(api, '?limit=2')
    expect([sequencesIn(first), first.next]).to.deep.equal([[1, 2], 2])
    const second = await pageOf(api, `?limit=3&after=${first.next}`)
    expect([sequencesIn(second), second.next]).to.deep.equal([[3, 4, 5], 5])
    const end = await pageOf(api, '?after=5')
    expect([sequencesIn(end), end.next]).to.deep.equal([[], 5])
    await fund(api, 5)
    expect(sequencesIn(await pageOf(api, '?after=5'))).to.deep.equal([6])
  })

  rule('11.3', 'a page of one type has no other events, and its `next` skips the rest', async () => {
    const api = await overHttp()
    api.network.behaves('succeeds')
    await openPayment(api)
    await fund(api, 3)
    await openPayment(api, { reference: 'order-2' })
    const page = (query: string) => pageOf(api, `?type=payout.succeeded${query}`)
    const all = await page('')
    expect([sequencesIn(all), all.next]).to.deep.equal([[2, 6], 6])
    const first = await page('&limit=1')
    expect([sequencesIn(first), first.next]).to.deep.equal([[2], 2])
    const none = await pageOf(api, '?type=collection.failed')
    expect([sequencesIn(none), none.next]).to.deep.equal([[], 6])
  })

  rule(
    '11.4',
    'a page of a rare type has all its events, found in one read, however many others there are',
    async () => {
      let reads = 0
      const api = await overHttp(({ books }) => ({
        listEvents: listEvents({
          books: {
            events(query) {
              reads += 1
              return books.events(query)
            },
          },
        }),
      }))
      await fund(api, 1_500)
      api.network.behaves('succeeds')
      await openPayment(api)
      const page = await pageOf(api, '?type=payout.succeeded')
      expect([sequencesIn(page), page.next, reads]).to.deep.equal([[1_502], 1_502, 1])
      const none = await pageOf(api, '?type=payout.failed')
      expect([sequencesIn(none), none.next, reads]).to.deep.equal([[], 1_502, 2])
    },
  )

  rule('11.5', 'an event has an id of version 7 with its time, always the same and given to no other', async () => {
    const api = await overHttp()
    await fund(api, 20)
    const ids = (await pageOf(api, '?limit=100')).events.map(({ event_id }) => event_id)
    expect((await pageOf(api, '?limit=100')).events.map(({ event_id }) => event_id)).to.deep.equal(ids)
    expect(new Set(ids).size).to.equal(21)
    for (const id of ids) {
      expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).to.equal(Date.UTC(2026, 0, 2, 8))
    }
    const others = await api.look('/events', await otherAccount(api))
    expect(others.text).not.to.contain(ids[0])
  })

  rule('11.6', 'a malformed query is refused, with the valid form of each parameter', {
    'a sequence': malformed('after=-1', 'after must be a sequence: next of an earlier page, or 0'),
    'a type': malformed(
      'type=payout',
      'type must be one of payout.succeeded, payout.failed, collection.succeeded, collection.failed, refund.succeeded, refund.failed, balance.funded, balance.withdrawn, batch.completed, key.expiring',
    ),
    'a limit': malformed('limit=101', 'limit must be a whole number from 1 to 100'),
    'a wait': malformed('wait=31', 'wait must be a whole number of seconds from 0 to 30'),
    'something unknown': malformed('cursor=1', 'cursor is not a parameter'),
  })
})
