import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: webhooks and events', () => {
  const path = '/dashboard/webhooks'

  rule('27.3', 'an owner adds an endpoint with the password, and its secret is shown once', {
    added: async () => {
      const { post, get, endpoints, doneBy } = await openHolder()
      const form = new URLSearchParams([
        ['url', 'https://shop.example/hooks'],
        ['type', 'payout.failed'],
        ['type', 'payout.succeeded'],
        ['password', password],
      ])
      const added = await post(`${path}/new`, form)
      expect(added.body).to.match(/<pre>whsec_[\w+/=-]{20,}<\/pre>/)
      const [endpoint] = await endpoints()
      expect(endpoint).to.deep.include({ url: 'https://shop.example/hooks', createdByKey: null, generation: 1 })
      expect(endpoint?.types).to.have.members(['payout.failed', 'payout.succeeded'])
      for (const seen of [path, `${path}/${endpoint?.id}`]) expect((await get(seen)).body).not.to.include('whsec_')
      expect(await doneBy()).to.deep.equal(['webhook.add'])
    },
    refused: table(
      ['URL', 'password', 'message'],
      [
        ['https://shop.example/hooks', 'wrong', 'The password is wrong'],
        ['https://shop.example/hooks', '', 'The password is wrong'],
        ['shop', password, 'The URL must be a full URL'],
        ['http://shop.example/', password, 'The URL must begin with https:'],
      ],
      async (url, given, reported) => {
        const { post, endpoints } = await openHolder()
        const refused = await post(`${path}/new`, { url, password: given })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(reported)
        expect(await endpoints()).to.deep.equal([])
      },
    ),
    'no more than five': async () => {
      const { addEndpoint, post } = await openHolder()
      for (const n of [1, 2, 3, 4, 5]) await addEndpoint(`https://shop.example/${n}`)
      const refused = await post(`${path}/new`, { url: 'https://shop.example/6', password })
      expect(refused.statusCode).to.equal(422)
      expect(textOf(refused)).to.include('can have 5 webhook endpoints')
    },
  })

  rule('27.4', 'an endpoint is changed and gets another secret with the password, and is paused and removed without', {
    'each is recorded': async () => {
      const { addEndpoint, post, endpoints, doneBy } = await openHolder()
      const { id } = await addEndpoint()
      const own = `${path}/${id}`
      await post(`${own}/change`, { url: 'https://shop.example/new', type: 'refund.failed', password })
      expect((await endpoints())[0]).to.deep.include({ url: 'https://shop.example/new', types: ['refund.failed'] })
      await post(`${own}/enable`, { enabled: 'no' })
      expect((await endpoints())[0]?.disabledBecause).to.equal('asked')
      expect((await post(`${own}/enable`, { enabled: 'yes' })).statusCode).to.equal(422)
      await post(`${own}/enable`, { enabled: 'yes', password })
      expect((await endpoints())[0]?.disabledBecause).to.equal(null)
      expect((await post(`${own}/rotate`, { password })).body).to.include('<pre>whsec_')
      expect((await endpoints())[0]?.generation).to.equal(2)
      const removed = await post(`${own}/remove`, { sure: 'yes' })
      expect(removed.headers.location).to.equal(`${path}?done=removed`)
      expect(await endpoints()).to.deep.equal([])
      const sets = ['webhook.set', 'webhook.set', 'webhook.set']
      expect(await doneBy()).to.deep.equal(['webhook.add', ...sets, 'webhook.rotate', 'webhook.remove'])
    },
    'not without the password': async () => {
      const { addEndpoint, post, endpoints } = await openHolder()
      const { id } = await addEndpoint()
      const before = await endpoints()
      for (const given of ['', 'wrong']) {
        const form = { url: 'https://elsewhere.example/', password: given }
        expect((await post(`${path}/${id}/change`, form)).statusCode).to.equal(422)
        expect((await post(`${path}/${id}/rotate`, form)).statusCode).to.equal(422)
      }
      expect(await endpoints()).to.deep.equal(before)
    },
    'also while the API access is off': async () => {
      const { addEndpoint, post, endpoints, change } = await openHolder()
      const { id } = await addEndpoint()
      await change((account) => ({ ...account, apiAccess: false }))
      await post(`${path}/${id}/enable`, { enabled: 'no' })
      expect((await endpoints())[0]?.disabledBecause).to.equal('asked')
    },
  })

  rule('27.5', 'a test message is sent at once, and the page shows the result, ten times a minute', async () => {
    const { addEndpoint, post } = await openHolder()
    const good = await addEndpoint()
    const broken = await addEndpoint('https://broken.example/')
    const tried = async (id: string) => textOf(await post(`${path}/${id}/test`))
    expect(await tried(good.id)).to.include('The test message was delivered: 204')
    expect(await tried(broken.id)).to.include('not delivered: it has answered 500')
    for (let n = 0; n < 8; n++) await tried(good.id)
    expect(await tried(good.id)).to.include('There were too many test messages')
  })

  rule('27.6', 'the page of an endpoint shows each attempt with its answer, and can repeat failed deliveries', {
    'the answer, without becoming a part of the page': async () => {
      const { addEndpoint, attempted, pay, get } = await openHolder()
      const { id } = await addEndpoint()
      await pay('succeeds')
      const answer = '<script>alert(1)</script>'
      await attempted(id, [{ status: 503, problem: 'it has answered 503', answer, tookMs: 71 }])
      const shown = await get(`${path}/${id}`)
      expect(textOf(shown)).to.include('not delivered it has answered 503 71 ms')
      expect(shown.body).to.include('&lt;script>alert(1)').and.not.include(answer)
    },
    'only those with a failed last attempt': async () => {
      const { addEndpoint, attempted, pay, get, post, ports, clock, doneBy } = await openHolder()
      const { id } = await addEndpoint()
      for (const reference of ['a', 'b', 'c']) await pay('succeeds', { reference })
      const failed = { status: 500, problem: 'it has answered 500' }
      await attempted(id, [{ ...failed }, { sequence: 2, ...failed }, { sequence: 2, attempt: 2 }])
      await attempted(id, [{ sequence: 3, ...failed }])
      expect(textOf(await get(`${path}/${id}`))).to.include('The last attempt has failed for 2 events')
      const done = await post(`${path}/${id}/redeliver-failed`)
      expect(textOf(done)).to.include('2 events are delivered again now')
      const due = await ports.webhooks.due(id, { nowMs: clock.nowMs(), longestPauseMs: 86_400_000, limit: 9 })
      expect(due.map(({ sequence }) => sequence)).to.deep.equal([1, 3])
      expect(await doneBy()).to.deep.equal(['webhook.add', 'webhook.redeliver', 'webhook.redeliver'])
    },
    'each event no more than five times a day': async () => {
      const { addEndpoint, attempted, pay, post } = await openHolder()
      const { id } = await addEndpoint()
      await pay('succeeds')
      await attempted(id, [{ status: 500, problem: 'it has answered 500' }])
      for (let n = 0; n < 5; n++) await post(`${path}/${id}/redeliver-failed`)
      const done = textOf(await post(`${path}/${id}/redeliver-failed`))
      expect(done).to.include('0 events are delivered again now; 1 were delivered again too often')
    },
  })

  rule('27.7', 'events are listed the latest first, filtered by the address of the page, and can be delivered again', {
    '': table(
      ['filter', 'numbers'],
      [
        ['', '4 3 2 1'],
        ['?before=3', '2 1'],
        ['?before=1', ''],
        ['?before=x', '4 3 2 1'],
        ['?type=payout.failed', '3'],
        ['?type=payout.succeeded', '4 2'],
        ['?type=payout.succeeded&before=3', '2'],
        ['?type=refund.failed', ''],
        ['?type=nonsense', '4 3 2 1'],
        ['?transaction=SECOND', '3'],
      ],
      async (filter, numbers) => {
        const { pay, get } = await openHolder()
        await pay('succeeds', { reference: 'a' })
        const { id } = await pay('declines', { reference: 'b' })
        await pay('succeeds', { reference: 'c' })
        const { body } = await get(`/dashboard/events${filter.replace('SECOND', id)}`)
        const shown = [...body.matchAll(/<th scope="row">(\d+)<\/th>/g)].map(([, number]) => number)
        expect(shown.join(' ')).to.equal(numbers)
      },
    ),
    'an unknown payment': async () => {
      const { get } = await openHolder()
      const answer = await get('/dashboard/events?transaction=nothing')
      expect(answer.statusCode).to.equal(422)
      expect(textOf(answer)).to.include('There is no such transaction')
    },
    'page by page': async () => {
      const { pay, get } = await openHolder()
      for (let n = 0; n < 52; n++) await pay('declines', { reference: `order-${n + 100}` })
      const first = await get('/dashboard/events')
      expect(textOf(first)).to.include('Events 4 to 53 of 53')
      const next = /href="(\/dashboard\/events\?before=[^"]*)"/.exec(first.body)?.[1] ?? ''
      expect(textOf(await get(next))).to.include('Events 1 to 3 of 53')
    },
    again: async () => {
      const { addEndpoint, pay, get, post, ports, clock, doneBy } = await openHolder()
      const { id } = await addEndpoint()
      await pay('succeeds')
      const { body } = await get('/dashboard/events')
      const action = /action="(\/dashboard\/events\/[0-9a-f-]{36}\/redeliver)"/.exec(body)?.[1] ?? ''
      expect((await post(action)).headers.location).to.equal('/dashboard/events?done=redelivered')
      const due = await ports.webhooks.due(id, { nowMs: clock.nowMs(), longestPauseMs: 86_400_000, limit: 9 })
      expect(due.map(({ sequence }) => sequence)).to.deep.equal([2])
      expect(await doneBy()).to.deep.equal(['webhook.add', 'webhook.redeliver'])
    },
  })
})
