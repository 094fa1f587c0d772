import { expect } from 'chai'
import { nodeSecrets } from '../../adapters/node/node.ts'
import { rule } from '../rule.ts'

describe('35 Keys and PINs', () => {
  rule('35.1', 'PINs that were set under the previous PIN key are good while that key is known', () => {
    const before = nodeSecrets({ pinKeys: { current: 'the first key' } })
    const sealed = before.seal('account', '1234')
    const rotated = nodeSecrets({ pinKeys: { current: 'the second key', previous: 'the first key' } })
    expect(rotated.matches('account', '1234', sealed)).to.equal(true)
    expect(rotated.matches('account', '1235', sealed)).to.equal(false)
    const without = nodeSecrets({ pinKeys: { current: 'the second key' } })
    expect(without.matches('account', '1234', sealed)).to.equal(false)
  })

  rule('35.2', 'a PIN that is set after the rotation is sealed under the current key alone', () => {
    const rotated = nodeSecrets({ pinKeys: { current: 'the second key', previous: 'the first key' } })
    const sealed = rotated.seal('account', '1234')
    const later = nodeSecrets({ pinKeys: { current: 'the second key' } })
    expect(later.matches('account', '1234', sealed)).to.equal(true)
  })

  rule('35.3', 'what a verifier tells of its PIN key is no help in guessing it', () => {
    const sealed = nodeSecrets({ pinKeys: { current: 'the first key' } }).seal('account', '1234')
    expect(JSON.stringify(sealed)).not.to.include('the first key')
    expect(sealed.keyVersion).to.match(/^[0-9a-f]{8}$/)
  })

  rule('35.4', 'a key names its kind, has 192 random bits and a checksum, and no two are the same', () => {
    const { newKey } = nodeSecrets({ pinKeys: { current: 'any' } })
    const keys = Array.from({ length: 100 }, () => newKey('secret'))
    for (const key of keys) expect(key).to.match(/^sente_sk_[0-9a-f]{48}[0-9a-f]{8}$/)
    expect(new Set(keys).size).to.equal(100)
    expect(newKey('public')).to.match(/^sente_pk_/)
  })
})
