import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { fundAccount } from '../../../../core/sente.ts'
import { dataOf, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { refusal, rule } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'
import { openHooks, url } from './hooks.ts'
import { openReceiver } from './receiver.ts'

const malformed = (body: object, problem: string) => async () => {
  const { send } = await openHooks()
  expectError(await send('POST', '', body), 400, 'malformed_fields', `Malformed fields: ${problem}`)
}

describe('12 Webhooks: endpoints', () => {
  rule('12.6', 'a merchant can add, look up, change and remove endpoints; a secret is shown once', async () => {
    const { send, create } = await openHooks()
    const { secret, ...endpoint } = await create({ url, types: ['payout.failed'] })
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(endpoint).to.deep.equal({
      endpoint_id: endpoint.endpoint_id,
      url,
      types: ['payout.failed'],
      enabled: true,
      disabled_because: null,
      created_at: '2026-01-02T08:00:00.000Z',
    })
    const path = `/${endpoint.endpoint_id}`
    expect(dataOf(await send('GET'))).to.deep.equal({ webhook_endpoints: [endpoint] })
    expect(dataOf(await send('GET', path))).to.deep.equal(endpoint)
    const changed = { ...endpoint, types: ['*'], enabled: false, disabled_because: 'asked' }
    expect(dataOf(await send('PATCH', path, { types: ['*'], enabled: false }))).to.deep.equal(changed)
    const other = 'https://shop.example/other'
    expect(dataOf(await send('PATCH', path, { url: other, enabled: true }))).to.include({ url: other, enabled: true })
    expect((await send('DELETE', path)).status).to.equal(200)
    expect(dataOf(await send('GET'))).to.deep.equal({ webhook_endpoints: [] })
  })

  refusal('12.7', 'too_many_endpoints', 'an account can have five endpoints', async () => {
    const { send, create } = await openHooks()
    for (let nth = 0; nth < 5; nth += 1) await create()
    expectError(await send('POST', '', { url }), 409, 'too_many_endpoints', 'An account can have 5 webhook endpoints')
  })

  refusal('12.8', 'endpoint_not_found', 'an endpoint that is not the caller’s is not found', async () => {
    const { api, send, create } = await openHooks()
    const { authorization } = await otherAccount(api)
    const { endpoint_id: id } = await create()
    const requests = [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, {}],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/rotate-secret`],
      ['GET', `/${id}/deliveries`],
    ] as const
    for (const [method, path, body] of requests) {
      const answer = await send(method, path, body, authorization)
      expectError(answer, 404, 'endpoint_not_found', 'Webhook endpoint not found')
    }
    expect(dataOf(await send('GET', '', undefined, authorization))).to.deep.equal({ webhook_endpoints: [] })
    expect((await send('GET', `/${id}`)).status).to.equal(200)
  })

  rule('12.9', 'errors in an endpoint are named, and nothing changes', {
    'no URL': async () => {
      const { send } = await openHooks()
      for (const body of [{}, { url: null, types: 7 }, { url: '' }])
        expectError(await send('POST', '', body), 400, 'missing_fields', 'Missing required fields: url')
    },
    'a URL of another kind': malformed({ url: 7 }, 'url must be a URL of at most 2000 characters'),
    'a URL that leads nowhere': malformed({ url: 'shop' }, 'url must be a full URL'),
    'a private address': malformed({ url: 'https://10.0.0.1/' }, 'url must lead to the public internet'),
    'an unknown type': malformed(
      { url, types: ['payout.lost'] },
      'types must be a list of one or more of *, payout.succeeded, payout.failed, collection.succeeded, collection.failed, refund.succeeded, refund.failed, balance.funded, balance.withdrawn, batch.completed, key.expiring',
    ),
    'not a boolean': async () => {
      const { send, create } = await openHooks()
      const { endpoint_id: id } = await create()
      const answer = await send('PATCH', `/${id}`, { enabled: 'no' })
      expectError(answer, 400, 'malformed_fields', 'Malformed fields: enabled must be true or false')
      expect(dataOf(await send('GET', `/${id}`))).to.include({ enabled: true })
    },
  })

  rule('12.10', 'a rotated secret is a new one, and is shown once', async () => {
    const { send, create } = await openHooks()
    const { endpoint_id: id, secret } = await create()
    const rotated = dataOf(await send('POST', `/${id}/rotate-secret`))
    expect(rotated.secret).to.match(/^whsec_/)
    expect(rotated.secret).not.to.equal(secret)
    expect((await send('GET', `/${id}`)).text).not.to.contain('secret"')
  })

  rule('12.11', 'an endpoint is tested with a signed message, and the answer has the result', async () => {
    const { api, send, create } = await openHooks()
    // A receiver compares the time of a message with its own clock.
    api.clock.forwardMs(Date.now() - api.clock.nowMs())
    const receiver = await openReceiver((response) => response.writeHead(200).end('thank you'))
    const { endpoint_id: id, secret } = await create({ url: receiver.url })
    const tried = dataOf(await send('POST', `/${id}/test`))
    expect(tried).to.include({ delivered: true, status: 200, problem: null, answer: 'thank you' })
    const [received] = receiver.received
    const { body = '', headers = {} } = received ?? {}
    expect(new Webhook(String(secret)).verify(body, headers)).to.deep.include({ type: 'webhook.test', sequence: null })
    await receiver.close()
    expect(dataOf(await send('POST', `/${id}/test`))).to.include({ delivered: false, status: null })
    expect(dataOf(await send('GET', `/${id}/deliveries`))).to.deep.equal({ deliveries: [], next_cursor: null })
  })

  rule('12.12', 'the attempts at an endpoint are listed latest first, with the answers', async () => {
    const { api, send, create } = await openHooks()
    const { endpoint_id: id } = await create()
    const { webhooks, clock } = api.ports
    const claim = { by: 'node', nowMs: clock.nowMs() + 7, leaseMs: 1, longestPauseMs: 1 }
    await fundAccount(api.ports)({
      by: 'amina',
      accountId: api.account.id,
      currency: 'UGX',
      amount: 1,
      reference: 'bank',
    })
    await webhooks.claim({ ...claim, limit: 1 })
    const made = { sequence: 2, status: 500, problem: 'it answered 500', tookMs: 7, answer: 'no' }
    await webhooks.settle(String(id), claim, {
      ...{ progress: { upTo: 2, failingMs: null }, waiting: [], ended: [] },
      attempts: [1, 2, 3].map((attempt) => ({ ...made, attempt })),
    })
    const first = dataOf(await send('GET', `/${id}/deliveries?limit=2`))
    expect(first.deliveries).to.deep.equal(
      [3, 2].map((attempt) => ({
        ...{ sequence: 2, attempt, at: '2026-01-02T08:00:00.000Z', delivered: false },
        ...{ status: 500, problem: 'it answered 500', took_ms: 7, answer: 'no' },
      })),
    )
    const second = dataOf(await send('GET', `/${id}/deliveries?cursor=${first.next_cursor}`))
    expect(second).to.deep.include({ next_cursor: null })
    expect(second.deliveries).to.have.length(1)
  })

  refusal(
    '12.13',
    'event_not_found',
    'an event is delivered again to all endpoints; one of another account is not found',
    {
      'an event of the caller': async () => {
        const { api, create } = await openHooks()
        await create()
        await create()
        const [event] = dataOf(await api.look('/events')).events as { event_id: string }[]
        const { authorization } = api
        const answer = await api.ask('POST', `/api/v1/events/${event?.event_id}/redeliver`, { authorization })
        expect([answer.status, dataOf(answer)]).to.deep.equal([200, { endpoints: 2 }])
        const { webhooks } = api.ports
        const due = await webhooks.ofAccount(api.account.id)
        for (const { id } of due) {
          const waiting = await webhooks.due(id, { nowMs: api.clock.nowMs(), longestPauseMs: 1, limit: 9 })
          expect(waiting).to.deep.equal([{ sequence: 1, attempts: 0, dueAtMs: api.clock.nowMs() }])
        }
      },
      others: async () => {
        const { api } = await openHooks()
        const other = await otherAccount(api)
        const [event] = dataOf(await api.look('/events')).events as { event_id: string }[]
        for (const id of [event?.event_id, 'x', '019b0000-0000-7000-8000-000000000001']) {
          const answer = await api.ask('POST', `/api/v1/events/${id}/redeliver`, other)
          expectError(answer, 404, 'event_not_found', 'Event not found')
        }
      },
    },
  )

  refusal('12.14', 'webhooks_off', 'without the setting for webhooks, requests about them say so', async () => {
    const api = await overHttp()
    expectError(await api.look('/webhook-endpoints'), 501, 'webhooks_off', 'Webhooks are not configured here')
  })
})
