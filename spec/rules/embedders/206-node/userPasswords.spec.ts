import { expect } from 'chai'
import { nodePasswords } from '../../../../adapters/node/node.ts'
import { PasswordsBusy } from '../../../../core/sente.ts'
import { isNight } from '../../../night.ts'
import { rule } from '../../../rule.ts'

const cheap = { log2N: 4, r: 8, p: 1 }

describe('206 Keys, PINs, ids and the clock: passwords', () => {
  rule(
    '206.10',
    'the hash of a password takes long to make, differs each time, and contains its parameters, so that later ones can take longer',
    async () => {
      const { hash, matches, isCurrent } = nodePasswords()
      const hashed = await hash('seven herons over Jinja')
      expect(hashed).to.match(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
      // It doubles the time, and by day cheap parameters test the same.
      if (isNight) expect(await matches('seven herons over Jinja', hashed)).to.equal(true)
      const before = nodePasswords(cheap)
      const old = await before.hash('seven herons over Jinja')
      expect(await before.hash('seven herons over Jinja')).not.to.equal(old)
      expect(await before.matches('seven herons over jinja', old)).to.equal(false)
      expect(await matches('seven herons over Jinja', old)).to.equal(true)
      expect([isCurrent(hashed), isCurrent(old), before.isCurrent(old)]).to.deep.equal([true, false, true])
      for (const none of [undefined, '', old.slice(0, -2), '$scrypt$ln=4,r=8,p=1$$'])
        expect(await before.matches('', none), none).to.equal(false)
    },
  )

  rule(
    '206.11',
    'two passwords are hashed at once and 64 wait; more are refused, and hashing goes on afterwards',
    async () => {
      const { matches } = nodePasswords(cheap)
      const asked = Array.from({ length: 300 }, () => matches('a', undefined))
      const settled = await Promise.allSettled(asked)
      const busy = settled.filter(({ status }) => status === 'rejected')
      expect(busy).to.have.length(300 - 2 - 64)
      for (const one of busy) expect(one).to.have.property('reason').that.is.instanceOf(PasswordsBusy)
      expect(await matches('a', undefined)).to.equal(false)
    },
  )
})
