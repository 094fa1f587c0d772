import { expect } from 'chai'
import {
  changeOwnApiAccess,
  changeOwnPin,
  confirmPassword,
  createOwnKey,
  isRefusal,
  rotateOwnKey,
} from '../../../../core/sente.ts'
import { minuteMs, openCore } from '../../../fixtures/core.ts'
import { cheapPasswords, goodPassword, joined, signedIn } from '../../../fixtures/people.ts'
import { rule } from '../../../rule.ts'

describe('26 The dashboard: the password, entered again', () => {
  rule(
    '26.19',
    'acts that a stolen session must not do take a password entered within the last five minutes',
    async () => {
      const { ports, account, clock } = await openCore()
      const opened = await joined(ports, { accountId: account.id })
      const now = () => signedIn(ports, opened)
      const attempts = async () => {
        const who = await now()
        const keys = { who, name: `key ${clock.nowMs()}`, scopes: ['read'] as const }
        const all = [
          await changeOwnPin(ports)({ who, pin: '8302' }),
          await changeOwnApiAccess(ports)({ who, apiAccess: true }),
          await createOwnKey(ports)(keys),
          await rotateOwnKey(ports)({ who, kind: 'public' }),
        ]
        return new Set(all.map((made) => (isRefusal(made) ? made.refused : 'done')))
      }
      expect([...(await attempts())]).to.deep.equal(['password_needed'])
      const { session } = await now()
      await confirmPassword({ ...ports, passwords: cheapPasswords })({ session, password: goodPassword })
      clock.forwardMs(5 * minuteMs - 1)
      expect([...(await attempts())]).to.deep.equal(['done'])
      clock.forwardMs(1)
      expect([...(await attempts())]).to.deep.equal(['password_needed'])
      expect(isRefusal(await changeOwnApiAccess(ports)({ who: await now(), apiAccess: false }))).to.equal(false)
    },
  )
})
