import { expect } from 'chai'
import { rule } from '../../../../rule.ts'
import { type LineWithEndpoint, openWithEndpoint, url } from './withEndpoint.ts'

describe('104 The command line: webhook commands that are refused', () => {
  rule('104.74', 'an impossible command for webhooks is refused and changes nothing', {
    'an unknown account': () =>
      isRefused(
        () => ['add', 'nobody', url],
        'unknown_account',
        () => 'There is no account nobody',
      ),
    'a URL that leads into a private network': () =>
      isRefused(
        ({ id }) => ['add', id, 'https://10.0.0.1/'],
        'malformed_url',
        () => 'The URL must lead to the public internet',
      ),
    'such a URL for an endpoint': () =>
      isRefused(
        ({ id, endpoint }) => ['set', id, endpoint, '--url', 'duka'],
        'malformed_url',
        () => 'The URL must be a full URL',
      ),
    'an unknown endpoint': () =>
      isRefused(
        ({ id }) => ['set', id, 'nothing', '--enabled', 'off'],
        'endpoint_not_found',
        ({ id }) => `Account ${id} has no webhook endpoint nothing`,
      ),
    async 'an endpoint of another account'() {
      const { json, id, endpoint } = await openWithEndpoint()
      const { json: other } = await json('account', 'create', '--name', 'Soko')
      for (const command of ['show', 'rotate', 'test', 'remove']) {
        const { code, json: refused } = await json('webhook', command, other.account_id, endpoint)
        expect([code, refused.error.code]).to.deep.equal([1, 'endpoint_not_found'])
      }
      expect((await json('webhook', 'list', id)).json.webhook_endpoints).to.have.length(1)
    },
    'an unknown event': () =>
      isRefused(
        ({ id }) => ['redeliver', id, '2'],
        'event_not_found',
        ({ id }) => `Account ${id} has no event 2`,
      ),
    async 'a sixth endpoint'() {
      const { json, id } = await openWithEndpoint()
      for (let nth = 2; nth <= 5; nth += 1) await json('webhook', 'add', id, url)
      const message = `Account ${id} already has 5 webhook endpoints: remove one first`
      expect(await json('webhook', 'add', id, url)).to.deep.equal({
        code: 1,
        json: { error: { code: 'too_many_endpoints', message } },
      })
    },
  })

  rule('104.75', 'operators can see and change the endpoints of accounts that may not use the API, too', async () => {
    const { json, id, endpoint } = await openWithEndpoint()
    await json('account', 'set', id, '--kyc', 'incomplete', '--api-access', 'off')
    expect((await json('webhook', 'show', id, endpoint)).json.deliveries).to.deep.equal([])
    expect((await json('webhook', 'set', id, endpoint, '--enabled', 'off')).json.enabled).to.equal(false)
    expect((await json('webhook', 'redeliver', id, '1')).json).to.deep.equal({ endpoints: 1 })
    expect((await json('webhook', 'remove', id, endpoint)).code).to.equal(0)
  })
})

async function isRefused(
  argv: (line: LineWithEndpoint) => string[],
  code: string,
  message: (line: LineWithEndpoint) => string,
) {
  const line = await openWithEndpoint()
  const { json, id } = line
  const before = await json('webhook', 'list', id)
  expect(await json('webhook', ...argv(line))).to.deep.equal({
    code: 1,
    json: { error: { code, message: message(line) } },
  })
  expect(await json('webhook', 'list', id)).to.deep.equal(before)
}
