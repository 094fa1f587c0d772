import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { eventIdOf, isRefusal, listEvents } from '../../../../../core/sente.ts'
import { rule } from '../../../../rule.ts'
import { answering, openReceiver } from '../../../merchants/12-webhooks/receiver.ts'
import { openCommandLine } from '../commandLine.ts'
import { type LineWithEndpoint, openWithEndpoint, url } from './withEndpoint.ts'

/** Writes attempts at an endpoint as a node does. */
async function recordAttempts({ json, store, id, endpoint }: LineWithEndpoint) {
  await json('account', 'fund', id, 'UGX', '1', '--reference', 'bank-1')
  const claim = { by: 'node', nowMs: store.clock.nowMs() + 7, leaseMs: 1, longestPauseMs: 1 }
  await store.webhooks.claim({ ...claim, limit: 1 })
  const made = { tookMs: 7 }
  await store.webhooks.settle(endpoint, claim, {
    ...{ progress: { upTo: 2, failingMs: null }, waiting: [], ended: [] },
    attempts: [
      { ...made, sequence: 2, attempt: 1, status: 500, problem: 'it answered 500', answer: 'no\u001b[31m' },
      { ...made, sequence: 2, attempt: 2, status: 204, problem: null, answer: '' },
    ],
  })
}

describe('104 The command line: webhook endpoints', () => {
  rule('104.67', 'webhook add prints the endpoint with its secret, once', {
    async 'as JSON'() {
      const { json, id } = await openCommandLine()
      const types = ['--type', 'payout.succeeded', '--type', 'payout.failed']
      const { code, json: made } = await json('webhook', 'add', id, url, ...types)
      const { secret, ...endpoint } = made
      expect(code).to.equal(0)
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(endpoint).to.deep.equal({
        ...{ endpoint_id: endpoint.endpoint_id, account_id: id, url, types: ['payout.succeeded', 'payout.failed'] },
        ...{ enabled: true, disabled_because: null, created_at: '2026-01-02T08:00:00.000Z' },
        ...{ created_by_key: null, changed_by_keys: [] },
      })
      expect((await json('webhook', 'list', id)).json).to.deep.equal({ webhook_endpoints: [endpoint] })
    },
    async 'as text'() {
      const { sente, id } = await openCommandLine()
      const { code, out } = await sente('webhook', 'add', id, url)
      expect(code).to.equal(0)
      expect(out).to.match(
        /^Endpoint {2}\S{36}\nAccount {3}\S{36}\nURL {7}https:\/\/duka\.example\/hooks\nTypes {5}\*\nEnabled {3}yes\nCreated .+\nMade by {3}an operator\nSecret {4}whsec_\S+\n\nKeep the secret now: it is not shown again\.\n$/,
      )
    },
  })

  rule('104.68', 'webhook list and webhook show print endpoints and their latest deliveries, and no secret', {
    async 'as JSON'() {
      const line = await openWithEndpoint()
      const { json, id, endpoint } = line
      await recordAttempts(line)
      const { json: listed } = await json('webhook', 'list', id)
      const { json: shown } = await json('webhook', 'show', id, endpoint, '--limit', '1')
      const { deliveries, ...own } = shown
      expect(listed.webhook_endpoints).to.deep.equal([own])
      expect(deliveries).to.deep.equal([
        {
          ...{ sequence: 2, attempt: 2, at: '2026-01-02T08:00:00.000Z', delivered: true, status: 204, problem: null },
          ...{ took_ms: 7, answer: '' },
        },
      ])
    },
    async 'as text, without control characters'() {
      const line = await openWithEndpoint()
      const { sente, id, endpoint } = line
      await line.store.webhooks.change(endpoint, (same) => ({ ...same, url: `${url}\u001b[31m` }))
      await recordAttempts(line)
      expect((await sente('webhook', 'list', id)).out).to.equal(
        `${'Endpoint'.padEnd(36)}  Enabled  Types  URL\n${endpoint}  yes      *      ${url} [31m\n`,
      )
      const { out } = await sente('webhook', 'show', id, endpoint)
      expect(out.split('\n\n')[1]).to.equal(
        `${'At'.padEnd(29)}  Sequence  Attempt  Ms  Result\n` +
          `2026-01-02T08:00:00.000+00:00         2        2   7  delivered (204)\n` +
          `2026-01-02T08:00:00.000+00:00         2        1   7  it answered 500\n`,
      )
      expect(out).not.to.include('\u001b')
    },
    async 'nothing yet'() {
      const { sente, id, endpoint } = await openWithEndpoint()
      expect((await sente('webhook', 'show', id, endpoint)).out).to.match(/\n\nNo deliveries in the last 30 days\.\n$/)
      const empty = await openCommandLine()
      expect((await empty.sente('webhook', 'list', empty.id)).out).to.equal('No webhook endpoints found.\n')
    },
  })

  rule(
    '104.69',
    'webhook set changes only the given properties; when switched on again, an endpoint continues',
    async () => {
      const { json, sente, id, endpoint } = await openWithEndpoint()
      const other = 'https://duka.example/other'
      const { json: moved } = await json('webhook', 'set', id, endpoint, '--url', other, '--type', 'payout.failed')
      expect(moved).to.deep.include({ url: other, types: ['payout.failed'], enabled: true })
      const { json: off } = await json('webhook', 'set', id, endpoint, '--enabled', 'off')
      expect(off).to.deep.equal({ ...moved, enabled: false, disabled_because: 'asked' })
      expect((await sente('webhook', 'list', id)).out).to.include('no, switched off')
      expect((await json('webhook', 'set', id, endpoint, '--enabled', 'on')).json).to.deep.equal(moved)
    },
  )

  rule('104.70', 'webhook rotate prints another secret, once', async () => {
    const { json, sente, id, endpoint, secret } = await openWithEndpoint()
    const { json: rotated } = await json('webhook', 'rotate', id, endpoint)
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(secret)
    expect((await sente('webhook', 'show', id, endpoint)).out).not.to.include('whsec_')
  })

  rule('104.71', 'webhook test sends a signed message from this machine; the exit code is 1 if it is not delivered', {
    async 'it is delivered'() {
      const receiver = await openReceiver((response) => response.writeHead(200).end('thank you'))
      const { json, sente, clock, id, endpoint, secret } = await openWithEndpoint(receiver.url)
      clock.forwardMs(Date.now() - clock.nowMs())
      const { code, json: tried } = await json('webhook', 'test', id, endpoint)
      expect(code).to.equal(0)
      expect(tried).to.include({ delivered: true, status: 200, problem: null, answer: 'thank you' })
      const { body = '', headers = {} } = receiver.received[0] ?? {}
      expect(new Webhook(secret).verify(body, headers)).to.include({ type: 'webhook.test' })
      expect((await sente('webhook', 'test', id, endpoint)).out).to.match(
        /^Delivered {2}yes\nStatus {5}200\nTook {7}\d+ ms\nAnswer {5}thank you\n$/,
      )
    },
    async 'it is not'() {
      const receiver = await openReceiver(answering(500))
      const { sente, id, endpoint } = await openWithEndpoint(receiver.url)
      const { code, out } = await sente('webhook', 'test', id, endpoint)
      expect([code, out.split('\n')[0]]).to.deep.equal([1, 'Delivered  no: it answered 500'])
      await receiver.close()
      const { out: unanswered } = await sente('webhook', 'test', id, endpoint)
      expect(unanswered).to.match(/^Delivered {2}no: it could not be reached \(connect ECONNREFUSED [^)]*\)\n/)
      expect(unanswered).to.match(/\nStatus {5}no answer\n/)
    },
  })

  rule('104.72', '`webhook redeliver` delivers an event again, named by its id or its sequence', {
    'by its id': () => isRedelivered(({ eventId }) => eventId),
    'by its sequence': () => isRedelivered(() => '1'),
    async 'more often than its merchant could'() {
      const { json, id } = await openWithEndpoint()
      for (let time = 1; time <= 7; time += 1)
        expect((await json('webhook', 'redeliver', id, '1')).json).to.deep.equal({ endpoints: 1 })
    },
    async 'of an account without endpoints'() {
      const { sente, id } = await openCommandLine()
      expect(await sente('webhook', 'redeliver', id, '1')).to.deep.equal({
        ...{ code: 0, err: '', out: 'The account has no webhook endpoints: nothing is delivered.\n' },
      })
    },
  })

  rule('104.73', 'webhook remove removes an endpoint, and prints its last state', async () => {
    const { json, sente, id, endpoint } = await openWithEndpoint()
    const { json: kept } = await json('webhook', 'add', id, url)
    const { code, json: removed } = await json('webhook', 'remove', id, endpoint)
    expect([code, removed.endpoint_id]).to.deep.equal([0, endpoint])
    expect((await sente('webhook', 'remove', id, kept.endpoint_id)).out).to.equal(
      `Endpoint ${kept.endpoint_id} is removed.\n`,
    )
    expect((await json('webhook', 'list', id)).json).to.deep.equal({ webhook_endpoints: [] })
  })
})

async function isRedelivered(name: (event: { eventId: string }) => string) {
  const { json, sente, store, caller, id, endpoint } = await openWithEndpoint()
  const page = await listEvents(store)({ caller: await caller(), query: { after: 0, limit: 1 } })
  if (isRefusal(page)) throw new Error(page.refused)
  const [first] = page.events
  const event = name({ eventId: first ? eventIdOf(first.event) : '' })
  expect(await json('webhook', 'redeliver', id, event)).to.deep.equal({ code: 0, json: { endpoints: 1 } })
  const due = () => store.webhooks.due(endpoint, { nowMs: store.clock.nowMs(), longestPauseMs: 1, limit: 9 })
  expect(await due()).to.deep.equal([{ sequence: 1, attempts: 0, dueAtMs: store.clock.nowMs() }])
  expect((await sente('webhook', 'redeliver', id, event)).out).to.equal(
    'The server delivers it again, to one endpoint.\n',
  )
}
