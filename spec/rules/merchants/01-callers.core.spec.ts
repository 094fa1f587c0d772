import { expect } from 'chai'
import { authenticate } from '../../../core/sente.ts'
import { aKey } from '../../contracts/kit/records.ts'
import { openCore } from '../../fixtures/core.ts'
import { refusal, rule } from '../../rule.ts'

describe('1 Callers', () => {
  rule('1.1', 'an active secret key identifies its account', async () => {
    const { ports, secretKey, account } = await openCore()
    expect(await authenticate(ports)({ secretKey })).to.deep.include({ account })
  })

  refusal('1.2', 'invalid_secret_key', 'a secret key that is unknown, malformed or revoked is refused', {
    unknown: async () => {
      const { ports, secretKey } = await openCore()
      const other = secretKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      expect(await authenticate(ports)({ secretKey: other })).to.deep.equal({ refused: 'invalid_secret_key' })
    },
    malformed: async () => {
      const { ports } = await openCore()
      for (const key of ['', ' ', '__proto__', 'sente_sk_', 'x'.repeat(10_000)]) {
        expect(await authenticate(ports)({ secretKey: key }), key).to.deep.equal({ refused: 'invalid_secret_key' })
      }
    },
    revoked: async () => {
      const { ports, secretKey, change } = await openCore()
      await change((account) => ({ ...account, keys: account.keys.map((key) => ({ ...key, active: false })) }))
      expect(await authenticate(ports)({ secretKey })).to.deep.equal({ refused: 'invalid_secret_key' })
    },
  })

  rule('1.3', 'a public key is not accepted as a secret key', async () => {
    const { ports, publicKey } = await openCore()
    expect(await authenticate(ports)({ secretKey: publicKey })).to.deep.equal({ refused: 'invalid_secret_key' })
  })

  refusal(
    '1.4',
    'account_not_found',
    'an active secret key of a closed account is refused as if the account did not exist',
    async () => {
      const { ports, secretKey, change } = await openCore()
      await change((account) => ({ ...account, closed: true }))
      expect(await authenticate(ports)({ secretKey })).to.deep.equal({ refused: 'account_not_found' })
    },
  )

  rule('1.5', 'a revoked key of a closed account is refused as an invalid key', async () => {
    const { ports, secretKey, change } = await openCore()
    await change((account) => ({
      ...account,
      closed: true,
      keys: account.keys.map((key) => ({ ...key, active: false })),
    }))
    expect(await authenticate(ports)({ secretKey })).to.deep.equal({ refused: 'invalid_secret_key' })
  })

  rule('1.6', 'two active secret keys can identify the same account', async () => {
    const { ports, secretKey, account, change } = await openCore()
    const second = ports.secrets.newKey('secret')
    await change((before) => ({
      ...before,
      keys: [...before.keys, { ...aKey('secret'), digest: ports.secrets.digest(second) }],
    }))
    for (const key of [secretKey, second]) {
      const caller = await authenticate(ports)({ secretKey: key })
      expect('account' in caller && caller.account.id).to.equal(account.id)
    }
  })

  rule('1.7', 'a caller is only identified as an account with that key, even when the store finds another', {
    'as its secret key, not its public one': async () => {
      const { ports, publicKey, account } = await openCore()
      const accounts = { ...ports.accounts, bySecretKey: async () => account }
      expect(await authenticate({ ...ports, accounts })({ secretKey: publicKey })).to.deep.equal({
        refused: 'invalid_secret_key',
      })
    },
    'and not another account': async () => {
      const { ports, account } = await openCore()
      const { secretKey } = await openCore()
      const accounts = { ...ports.accounts, bySecretKey: async () => account }
      expect(await authenticate({ ...ports, accounts })({ secretKey })).to.deep.equal({ refused: 'invalid_secret_key' })
    },
  })
})
