import { expect } from 'chai'
import { nodeSecrets } from '../../../../adapters/node/node.ts'
import { rule } from '../../../rule.ts'

describe('206 Keys, PINs, ids and the clock: keys and PINs', () => {
  rule('206.1', 'a PIN set under the previous PIN key works as long as that key is known', () => {
    const before = nodeSecrets({ pinKeys: { current: 'the first key' } })
    const sealed = before.seal('account', '4071')
    const rotated = nodeSecrets({ pinKeys: { current: 'the second key', previous: 'the first key' } })
    expect(rotated.matches('account', '4071', sealed)).to.equal(true)
    expect(rotated.matches('account', '1235', sealed)).to.equal(false)
    expect(rotated.pinKeyVersions).to.have.length(2).and.to.include(sealed.keyVersion)
  })

  rule('206.2', 'checking a PIN without its PIN key is an error, not an answer', () => {
    const before = nodeSecrets({ pinKeys: { current: 'the first key' } })
    const sealed = before.seal('account', '4071')
    const without = nodeSecrets({ pinKeys: { current: 'the second key' } })
    for (const pin of ['4071', '1235']) {
      expect(() => without.matches('account', pin, sealed)).to.throw(`PIN key ${sealed.keyVersion} is not configured`)
    }
    expect(without.pinKeyVersions).to.have.length(1).and.not.to.include(sealed.keyVersion)
  })

  rule('206.3', 'a resealed PIN keeps its id, and needs only the current key', () => {
    const before = nodeSecrets({ pinKeys: { current: 'the first key' } })
    const rotated = nodeSecrets({ pinKeys: { current: 'the second key', previous: 'the first key' } })
    const sealed = before.seal('account', '4071')
    const resealed = rotated.reseal('account', '4071', sealed)
    const later = nodeSecrets({ pinKeys: { current: 'the second key' } })
    expect(resealed.id).to.equal(sealed.id)
    expect(resealed.keyVersion).to.equal(rotated.pinKeyVersions[0]).and.not.to.equal(sealed.keyVersion)
    expect(later.matches('account', '4071', resealed)).to.equal(true)
    expect(later.matches('account', '1235', resealed)).to.equal(false)
  })

  rule('206.4', 'a PIN set after the rotation is sealed only under the current key', () => {
    const rotated = nodeSecrets({ pinKeys: { current: 'the second key', previous: 'the first key' } })
    const sealed = rotated.seal('account', '4071')
    const later = nodeSecrets({ pinKeys: { current: 'the second key' } })
    expect(later.matches('account', '4071', sealed)).to.equal(true)
  })

  rule('206.5', 'a verifier reveals nothing that helps to guess its PIN key', () => {
    const sealed = nodeSecrets({ pinKeys: { current: 'the first key' } }).seal('account', '4071')
    expect(JSON.stringify(sealed)).not.to.include('the first key')
    expect(sealed.keyVersion).to.match(/^[0-9a-f]{8}$/)
  })

  rule('206.6', 'a key names its kind, has 192 random bits and a checksum, and no two are the same', () => {
    const { newKey } = nodeSecrets({ pinKeys: { current: 'any' } })
    const keys = Array.from({ length: 100 }, () => newKey('secret'))
    for (const key of keys) expect(key).to.match(/^sente_sk_[0-9a-f]{48}[0-9a-f]{8}$/)
    expect(new Set(keys).size).to.equal(100)
    expect(newKey('public')).to.match(/^sente_pk_/)
  })
})
