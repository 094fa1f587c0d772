import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { keyUseLoop } from '../../../../adapters/background/keyUseLoop.ts'
import { authenticate, keyUses } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

/** The uses of an account's secret key, and a caller who uses it. */
async function openUses() {
  const { ports, account, clock, secretKey } = await openCore()
  const trouble = { lasts: false }
  const changes = sinon.spy(ports.accounts, 'change')
  const log = pino({ enabled: false })
  const uses = keyUses({ ...ports, canWrite: () => !trouble.lasts })
  const use = uses.noting(authenticate(ports))
  return {
    ...{ clock, trouble, changes },
    begin: () => keyUseLoop(uses, log),
    use: () => use({ secretKey }),
    fail: () => use({ secretKey: `${secretKey}0` }),
    lastUsed: async () => (await ports.accounts.byId(account.id))?.keys.map(({ lastUsedAtMs }) => lastUsedAtMs),
  }
}

describe('102 The process: when keys are used', () => {
  afterEach(() => sinon.restore())

  rule('102.29', 'the time when a key was used is written within a minute, apart from the request, and at the stop', {
    async 'within a minute, once for many requests'() {
      const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { begin, use, clock, changes, lastUsed } = await openUses()
      const { stop } = begin()
      for (let time = 0; time < 5; time += 1) await use()
      timers.tick(59_999)
      expect(changes.callCount).to.equal(0)
      timers.tick(1)
      await new Promise(setImmediate)
      expect(changes.callCount).to.equal(1)
      expect(await lastUsed()).to.deep.equal([clock.nowMs(), null])
      await use()
      await stop()
      expect(changes.callCount).to.equal(1)
    },
    async 'at the stop'() {
      const { begin, use, clock, lastUsed } = await openUses()
      const { stop } = begin()
      await use()
      await stop()
      expect(await lastUsed()).to.deep.equal([clock.nowMs(), null])
    },
    async 'when the database can be written again'() {
      const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { begin, use, clock, trouble, lastUsed } = await openUses()
      const { stop } = begin()
      trouble.lasts = true
      await use()
      timers.tick(60_000)
      await new Promise(setImmediate)
      expect(await lastUsed()).to.deep.equal([null, null])
      trouble.lasts = false
      await stop()
      expect(await lastUsed()).to.deep.equal([clock.nowMs(), null])
    },
    async 'not of a key that is refused'() {
      const { begin, fail, lastUsed } = await openUses()
      const { stop } = begin()
      await fail()
      await stop()
      expect(await lastUsed()).to.deep.equal([null, null])
    },
  })
})
