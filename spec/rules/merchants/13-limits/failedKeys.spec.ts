import { BlockList } from 'node:net'
import { expect } from 'chai'
import { countOf } from '../../../../adapters/http/caller/identifyCaller.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'
import { keepWindowsOpen } from './openWindows.ts'

const openSlowApi = (proxies?: BlockList) =>
  overHttp({ limits: { failedKeyRate: 1, ...(proxies && { trustedProxies: proxies }) } })

/** The status of a look-up with a wrong key through proxies that wrote this. */
const statusFor = async ({ look }: Api, forwarded: string) =>
  (await look('/balances', { authorization: 'Bearer wrong', 'x-forwarded-for': forwarded })).status

/** Uses up the failed keys that an address may send, and resolves with the status of the next one. */
async function useUp(api: Api, forwarded: string): Promise<number> {
  for (let time = 0; time < 10; time += 1) expect(await statusFor(api, forwarded)).to.equal(401)
  return statusFor(api, forwarded)
}

/** Whether two addresses share one count of failed keys. */
async function share(one: string, other: string, proxies?: BlockList): Promise<boolean> {
  const api = await openSlowApi(proxies)
  expect(await useUp(api, one)).to.equal(429)
  return (await statusFor(api, other)) === 429
}

describe('13 Limits on requests: failed keys', () => {
  beforeEach(keepWindowsOpen)

  rule('13.14', 'ten seconds’ worth of failed keys are answered 401, the next 429 until the window ends', async () => {
    const { look, ports } = await openSlowApi()
    for (let remaining = 9; remaining >= 0; remaining -= 1) {
      const answer = await look('/balances', { authorization: `Bearer ${ports.secrets.newKey('secret')}` })
      expectError(answer, 401, 'invalid_secret_key', 'Invalid API key')
      expect(answer.headers['ratelimit-policy']).to.equal('"failed-keys";q=10;w=10')
      expect(answer.headers.ratelimit).to.equal(`"failed-keys";r=${remaining};t=10`)
    }
    const limited = await look('/balances', {})
    expectError(limited, 429, 'rate_limited', 'Too many requests')
    expect(limited.headers).to.include({ 'retry-after': '10', ratelimit: '"failed-keys";r=0;t=10' })
    const usual = await overHttp()
    expect((await usual.look('/balances', {})).headers['ratelimit-policy']).to.equal('"failed-keys";q=100;w=10')
  })

  rule(
    '13.15',
    'a valid key is served however many others failed from the same address, and has its full quota',
    async () => {
      const api = await openSlowApi()
      expect(await useUp(api, '')).to.equal(429)
      const { status, headers } = await api.look('/balances')
      expect(status).to.equal(200)
      expect(headers.ratelimit).to.match(/^"account";r=999;/)
      expect((await api.post('send-money', api.bodies['send-money'])).status).to.equal(201)
      expect(await statusFor(api, '')).to.equal(429)
    },
  )

  rule('13.16', 'a key that no longer works counts as failed', {
    revoked: async () => {
      const { look, change } = await openSlowApi()
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, active: false })) }))
      expect((await look('/balances')).headers.ratelimit).to.match(/^"failed-keys";r=9;/)
    },
    'of a closed account': async () => {
      const api = await openSlowApi()
      await api.change((account) => ({ ...account, closed: true }))
      const answer = await api.look('/balances')
      expectError(answer, 404, 'account_not_found', 'User not found')
      expect(answer.headers.ratelimit).to.match(/^"failed-keys";r=9;/)
      for (let time = 0; time < 9; time += 1) await api.look('/balances')
      expect((await api.look('/balances')).status).to.equal(429)
    },
  })

  rule('13.17', 'behind a proxy on this machine each client has a limit of its own', {
    'two IPv4 addresses': async () => expect(await share('203.0.113.7', '203.0.113.8')).to.equal(false),
    'the same': async () => expect(await share('203.0.113.7', '203.0.113.7')).to.equal(true),
    'an IPv4 address wrapped in IPv6': async () =>
      expect(await share('::ffff:203.0.113.7', '203.0.113.7')).to.equal(true),
    'IPv6 addresses of one /64, however they are written': async () => {
      expect(await share('2001:db8:0:1::7', '2001:0DB8:0000:0001:1:2:3:4')).to.equal(true)
    },
    'IPv6 addresses with zones': async () => expect(await share('fe80::7%eth0', 'fe80::8%eth1')).to.equal(true),
    'IPv6 addresses of two': async () => expect(await share('2001:db8:0:1::7', '2001:db8:0:2::7')).to.equal(false),
    'IPv6 addresses whose zeros are left out elsewhere': async () => {
      expect(await share('2001:db8::7', '2001:db8:0:0:1::')).to.equal(true)
      expect(await share('::7', '1::7')).to.equal(false)
    },
  })

  rule('13.18', 'only the addresses written by a trusted proxy count', {
    'earlier ones by the client do not': async () => {
      expect(await share('198.51.100.1, 203.0.113.7', '198.51.100.2, 203.0.113.7')).to.equal(true)
      expect(await share('203.0.113.7, 203.0.113.8', '203.0.113.7, 203.0.113.9')).to.equal(false)
    },
    'anything but an address ends the chain': async () =>
      expect(await share('203.0.113.7, x', '203.0.113.8, x')).to.equal(true),
    'a proxy under the loopback’s IPv6 address is passed over, too': async () => {
      expect(await share('203.0.113.7, ::1', '203.0.113.8, ::1')).to.equal(false)
    },
    'an untrusted peer counts as the client': async () => {
      expect(await share('203.0.113.7', '203.0.113.8', new BlockList())).to.equal(true)
    },
    'a trusted proxy behind another is passed over': async () => {
      const proxies = new BlockList()
      proxies.addSubnet('127.0.0.0', 8, 'ipv4')
      proxies.addSubnet('10.0.0.0', 8, 'ipv4')
      expect(await share('203.0.113.7, 10.1.2.3', '203.0.113.8, 10.1.2.3', proxies)).to.equal(false)
      expect(await share('203.0.113.7, 10.1.2.3', '203.0.113.7, ::ffff:10.3.2.1', proxies)).to.equal(true)
    },
  })

  rule('13.19', 'a failed key is logged with its client network, and the keys that the limit refuses are logged once', {
    'one line for all refused ones': async () => {
      const api = await openSlowApi()
      await useUp(api, '203.0.113.7')
      await statusFor(api, '203.0.113.7')
      const lines = api.lines.map((line) => JSON.parse(line))
      for (const line of lines)
        expect(line).to.include({ client: '203.0.113.7' }).and.not.to.have.property('account_id')
      expect(lines.map(({ level, status }) => [level, status]).slice(9)).to.deep.equal([
        [30, 401],
        [30, 429],
        [20, 429],
      ])
    },
    'the client network': async () => {
      const api = await openSlowApi()
      const written = ['2001:DB8:0:1::7', '::7', '1::', 'fe80::1%eth0', '::ffff:203.0.113.7', '203.0.113.7, "x']
      for (const forwarded of written) await statusFor(api, forwarded)
      const clients = [
        '2001:db8:0:1::/64',
        '0:0:0:0::/64',
        '1:0:0:0::/64',
        'fe80:0:0:0::/64',
        '203.0.113.7',
        '127.0.0.1',
      ]
      expect(api.lines.map((line) => JSON.parse(line).client)).to.deep.equal(clients)
    },
  })

  rule('13.20', 'however many client networks fail, at most 65,536 counts are kept', () => {
    const used = new Set<number>()
    for (let network = 0; network < 300_000; network += 1) used.add(countOf(`2001:db8:${network.toString(16)}::/64`))
    expect([...used].every((count) => Number.isInteger(count) && count >= 0 && count < 65_536)).to.equal(true)
    expect(used.size).to.be.above(60_000)
  })
})
