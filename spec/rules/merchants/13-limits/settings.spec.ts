import { expect } from 'chai'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { greetingOf } from '../../../fixtures/greeting.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

function refusal(environment: Record<string, string>): string {
  try {
    readSandboxSettings(environment).limits
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

const trusts = (text: string, address: string, family: 'ipv4' | 'ipv6' = 'ipv4') =>
  readSandboxSettings({ SENTE_TRUSTED_PROXIES: text }).limits.trustedProxies?.check(address, family)

const proxiesForm = 'none, or addresses and subnets separated by commas, such as 127.0.0.1,10.0.0.0/8'

describe('13 Limits on requests: their settings', () => {
  rule('13.22', 'rates are set in whole requests a second', {
    'none is set': () => expect(readSandboxSettings({ PORT: '0' }).limits).to.deep.equal({}),
    'the smallest and the largest': () =>
      expect(
        readSandboxSettings({
          ...{ SENTE_ACCOUNT_RATE: '1', SENTE_FAILED_KEY_RATE: '1000000' },
          ...{ SENTE_USER_RATE: '2', SENTE_VISITOR_RATE: '999999' },
        }).limits,
      ).to.deep.equal({ accountRate: 1, failedKeyRate: 1_000_000, userRate: 2, visitorRate: 999_999 }),
    'below, above, none, and no number': () => {
      for (const name of ['ACCOUNT', 'FAILED_KEY', 'USER', 'VISITOR'].map((who) => `SENTE_${who}_RATE`)) {
        for (const value of ['0', '1000001', '1.5', '', 'off']) {
          const message = refusal({ [name]: value })
          expect(message).to.match(new RegExp(`^${name} is `))
          expect(message).to.include('must be a whole number of requests a second from 1 to 1000000')
        }
      }
    },
  })

  rule('13.23', 'trusted proxies are set as addresses and subnets of both kinds, or none', {
    addresses: () => {
      expect(trusts('192.0.2.1, 2001:db8::1', '192.0.2.1')).to.equal(true)
      expect(trusts('192.0.2.1, 2001:db8::1', '2001:db8::1', 'ipv6')).to.equal(true)
      expect(trusts('192.0.2.1, 2001:db8::1', '192.0.2.2')).to.equal(false)
    },
    'subnets, which replace the loopback': () => {
      expect(trusts('10.0.0.0/8,fd00::/8', '10.255.0.1')).to.equal(true)
      expect(trusts('10.0.0.0/8,fd00::/8', 'fd12::1', 'ipv6')).to.equal(true)
      expect(trusts('10.0.0.0/8,fd00::/8', '127.0.0.1')).to.equal(false)
      expect(trusts('0.0.0.0/0', '203.0.113.7')).to.equal(true)
    },
    none: () => expect(trusts('none', '127.0.0.1')).to.equal(false),
    'anything else is refused': () => {
      const wrong = [
        '',
        'localhost',
        '10.0.0.0/33',
        '::/129',
        '10.0.0.0/',
        '10.0.0.0/-1',
        '10.0.0.1,',
        'fe80::1%lo',
        'none,::1',
      ]
      for (const text of wrong) {
        const message = refusal({ SENTE_TRUSTED_PROXIES: text })
        expect(message).to.equal(`SENTE_TRUSTED_PROXIES is ${JSON.stringify(text)}, but must be ${proxiesForm}`)
      }
    },
  })

  rule('13.24', 'the number of connections at once is set as a whole number', {
    set: () =>
      expect(readSandboxSettings({ SENTE_MAX_CONNECTIONS: '20000' }).limits).to.deep.equal({ connections: 20_000 }),
    'below, above, and no number': () => {
      for (const value of ['0', '1000001', '1.5', '', 'off']) {
        expect(refusal({ SENTE_MAX_CONNECTIONS: value })).to.match(/^SENTE_MAX_CONNECTIONS is .*from 1 to 1000000$/)
      }
    },
  })

  rule('13.25', 'the most time for requests and idle connections is set in whole seconds', {
    set: async () => {
      const limits = readSandboxSettings({ SENTE_REQUEST_SECONDS: '30', SENTE_IDLE_SECONDS: '310' }).limits
      const { server } = await overHttp({ limits })
      const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
      expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).to.deep.equal([
        20_000, 30_000, 310_000, 365_000,
      ])
    },
    'below, above, and no number': () => {
      for (const name of ['SENTE_REQUEST_SECONDS', 'SENTE_IDLE_SECONDS']) {
        for (const value of ['0', '3601', '1.5', '', 'off']) {
          expect(refusal({ [name]: value })).to.match(new RegExp(`^${name} is .*seconds from 1 to 3600$`))
        }
      }
    },
  })

  rule('13.26', 'the server takes the limits from its environment, and does not start with an unusable one', {
    'it takes them': async () => {
      const { serve, close } = openProcesses()
      const limits = { SENTE_ACCOUNT_RATE: '7', SENTE_FAILED_KEY_RATE: '3', SENTE_TRUSTED_PROXIES: 'none' }
      const gateway = serve({ ...limits, DATABASE_URL: 'sqlite::memory:' })
      const url = await gateway.url
      try {
        const authorization = `Bearer ${(await greetingOf(gateway)).secretKey}`
        const policyFor = async (headers: Record<string, string>) =>
          (await fetch(`${url}/api/v1/balances`, { headers })).headers
        expect((await policyFor({ authorization })).get('ratelimit-policy')).to.equal('"account";q=70;w=10')
        await policyFor({ 'x-forwarded-for': '203.0.113.7' })
        const other = await policyFor({ 'x-forwarded-for': '203.0.113.8' })
        expect(other.get('ratelimit-policy')).to.equal('"failed-keys";q=30;w=10')
        expect(other.get('ratelimit')).to.match(/r=28;/)
      } finally {
        await close()
      }
    },
    'it does not start': async () => {
      const { serve, close } = openProcesses()
      const gateway = serve({ SENTE_TRUSTED_PROXIES: 'proxy', DATABASE_URL: 'sqlite::memory:' })
      try {
        await gateway.url.catch(() => undefined)
        expect(await gateway.ended).to.equal(1)
        expect(gateway.stderr()).to.equal(`SENTE_TRUSTED_PROXIES is "proxy", but must be ${proxiesForm}\n`)
      } finally {
        await close()
      }
    },
  })
})
