import { BlockList } from 'node:net'
import { expect } from 'chai'
import { authenticate } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { expectError } from '../../../stages/overHttp.ts'
import { openKeyed } from './keyed.ts'

const message = 'This key may not be used from this address'

const statusFrom = async (addresses: readonly string[], forwarded: string, trustedProxies?: BlockList) => {
  const limits = trustedProxies ? { trustedProxies } : {}
  const { look, added } = await openKeyed({ scopes: ['read'], addresses }, { limits })
  const answer = await look('/balances', { authorization: added.authorization, 'x-forwarded-for': forwarded })
  if (answer.status !== 200) expectError(answer, 403, 'key_not_allowed', message)
  return answer.status
}

describe('21 Keys: addresses', () => {
  rule(
    '21.7',
    'a key with addresses is refused from all others',
    table(
      ['allowed', 'from', 'status'],
      [
        ['203.0.113.7', '203.0.113.7', 200],
        ['203.0.113.7', '203.0.113.8', 403],
        ['203.0.113.8/30', '203.0.113.7', 403],
        ['203.0.113.8/30', '203.0.113.8', 200],
        ['203.0.113.8/30', '203.0.113.11', 200],
        ['203.0.113.8/30', '203.0.113.12', 403],
        ['203.0.113.7', '::ffff:203.0.113.7', 200],
        ['2001:db8:1::/48', '2001:db8:1:ffff::1', 200],
        ['2001:db8:1::/48', '2001:db8:2::1', 403],
        ['0.0.0.0/0', '2001:db8:2::1', 403],
        ['203.0.113.7 2001:db8::1', '2001:db8::1', 200],
      ],
      async (allowed, from, status) => expect(await statusFrom(allowed.split(' '), from)).to.equal(status),
    ),
  )

  rule('21.8', 'the address is the client’s as given by trusted proxies, or else the connection’s', {
    'given by a trusted proxy, after the client’s own text': async () =>
      expect(await statusFrom(['203.0.113.7'], '203.0.113.7, 198.51.100.9')).to.equal(403),
    'given by an untrusted proxy': async () =>
      expect(await statusFrom(['203.0.113.7'], '203.0.113.7', new BlockList())).to.equal(403),
    'of the connection': async () => expect(await statusFrom(['127.0.0.1'], '', new BlockList())).to.equal(200),
    'given as an invalid address': async () => expect(await statusFrom(['203.0.113.7'], 'unknown')).to.equal(403),
  })

  rule('21.9', 'an unreadable list allows no address, and a request without an address is refused', {
    'a list with an invalid address': async () =>
      expect(await statusFrom(['203.0.113.7', 'the office'], '203.0.113.7')).to.equal(403),
    async 'no address'() {
      const { ports, added } = await openKeyed({ scopes: ['read'], addresses: ['0.0.0.0/0'] })
      const answer = await authenticate(ports)({ secretKey: added.key, scope: 'read' })
      expect(answer).to.deep.include({ refused: 'key_not_allowed', lacks: null })
    },
  })

  rule(
    '21.10',
    'requests from an address that is not allowed count as failed keys: a thief does not use up the account’s quota',
    async () => {
      const limits = { accountRate: 1, failedKeyRate: 1 }
      const api = await openKeyed({ scopes: ['read'], addresses: ['203.0.113.7'] }, { limits })
      const { authorization } = api.added
      const from = (address: string) => api.look('/balances', { authorization, 'x-forwarded-for': address })
      for (let left = 9; left >= 0; left -= 1) {
        const answer = await from('198.51.100.9')
        expectError(answer, 403, 'key_not_allowed', message)
        expect(answer.headers.ratelimit).to.match(new RegExp(`^"failed-keys";r=${left};`))
      }
      expectError(await from('198.51.100.9'), 429, 'rate_limited', 'Too many requests')
      const allowed = await from('203.0.113.7')
      expect([allowed.status, allowed.headers.ratelimit?.slice(0, 13)]).to.deep.equal([200, '"account";r=9'])
    },
  )

  rule('21.11', 'the log names the account and the key of a request that the key does not allow', async () => {
    const { look, lines, added } = await openKeyed({ scopes: ['read'], addresses: ['203.0.113.7'] })
    await look('/balances', { authorization: added.authorization, 'x-forwarded-for': '198.51.100.9' })
    const line = JSON.parse(lines.find((one) => one.includes('key_not_allowed')) ?? '{}')
    expect(line).to.deep.include({ account_id: added.account.id, key_id: added.keyId, client: '198.51.100.9' })
    expect(lines.join('')).to.not.include(added.key)
  })
})
