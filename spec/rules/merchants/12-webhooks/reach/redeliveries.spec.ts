import { expect } from 'chai'
import { eventIdOf, fundAccount, isRefusal, listEvents, redeliverEvent } from '../../../../../core/sente.ts'
import { otherAccount } from '../../../../fixtures/http/lookUps.ts'
import { refusal } from '../../../../rule.ts'
import { type Api, expectError } from '../../../../stages/overHttp.ts'
import { openHooks } from '../hooks.ts'
import { dayMs } from '../openDeliveries.ts'

describe('12 Webhooks: deliveries made again', () => {
  refusal(
    '12.46',
    'too_many_redeliveries',
    'an event is delivered again five times within 24 hours, and all events of an account 500 times',
    {
      'of one event': async () => {
        const { api, again } = await openHistory(2)
        for (let time = 1; time <= 5; time += 1) expect((await again(1)).status).to.equal(200)
        const refused = await again(1)
        const message = 'Within 24 hours an event can be delivered again 5 times, and all events 500 times'
        expectError(refused, 429, 'too_many_redeliveries', message)
        expect(refused.headers).to.include({ 'retry-after': '86400' })
        expect((await again(2)).status).to.equal(200)
        api.clock.forwardMs(dayMs - 1)
        expect([(await again(1)).status, (await again(1)).headers['retry-after']]).to.deep.equal([429, '1'])
        api.clock.forwardMs(1)
        expect((await again(1)).status).to.equal(200)
      },
      'of an account': async () => {
        const { api, again } = await openHistory(101)
        for (let each = 1; each <= 100; each += 1) for (let time = 1; time <= 5; time += 1) await redelivered(api, each)
        expect((await again(101)).headers['error-code']).to.equal('too_many_redeliveries')
        expect((await again(101, await otherAccount(api))).headers['error-code']).to.equal('event_not_found')
      },
    },
  )
})

/** An API with an endpoint of its account, and this many events. */
async function openHistory(events: number) {
  const { api, create } = await openHooks()
  await create()
  const { ports, account, authorization } = api
  for (let nth = 2; nth <= events; nth += 1)
    await fundAccount(ports)({
      by: 'amina',
      accountId: account.id,
      currency: 'UGX',
      amount: 1,
      reference: `bank-${nth}`,
    })
  return {
    api,
    /** Asks for an event to be delivered again. */
    again: async (sequence: number, headers: Record<string, string> = { authorization }) =>
      api.ask('POST', `/api/v1/events/${await eventIdAt(api, sequence)}/redeliver`, headers),
  }
}

/** Delivers an event again without HTTP, whose limits on requests would slow it down. */
async function redelivered({ ports, caller }: Api, sequence: number): Promise<void> {
  const eventId = await eventIdAt({ ports, caller } as Api, sequence)
  expect(await redeliverEvent(ports)({ caller: await caller(), eventId })).to.deep.equal({ endpoints: 1 })
}

async function eventIdAt({ ports, caller }: Api, sequence: number): Promise<string> {
  const page = await listEvents(ports)({ caller: await caller(), query: { after: sequence - 1, limit: 1 } })
  const [first] = isRefusal(page) ? [] : page.events
  return first ? eventIdOf(first.event) : ''
}
