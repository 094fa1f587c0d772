import { expect } from 'chai'
import type { SessionPolicy } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

describe('133 People: the second step of holders', () => {
  rule('133.67', 'users of accounts must set up a second step, and keep one, when the operator demands it', {
    'setting it up': table(
      ['demanded of', 'owner', 'viewer', 'administrator'],
      [
        ['nobody', 'null', 'null', 'null'],
        ['operators', 'null', 'null', 'enrolment'],
        ['holders', 'enrolment', 'enrolment', 'null'],
        ['both', 'enrolment', 'enrolment', 'enrolment'],
      ],
      async (whom, ...needs) => {
        const policies: Readonly<Record<string, SessionPolicy>> = {
          operators: { operatorsTakeTwoSteps: true },
          holders: { holdersTakeTwoSteps: true },
          both: { operatorsTakeTwoSteps: true, holdersTakeTwoSteps: true },
        }
        const { user, signIn } = await openHouse(policies[whom])
        const found: string[] = []
        for (const role of ['owner', 'viewer', 'administrator'] as const) {
          await user(role, role)
          found.push(String(done(await signIn({ name: role, password, client })).needs))
        }
        expect(found).to.deep.equal(needs)
      },
    ),
    'keeping it': async () => {
      const { userWithCodes, confirm, dropSecondStep } = await openHouse({ holdersTakeTwoSteps: true })
      const amina = await userWithCodes('amina')
      const { session } = done(await confirm({ session: amina.session, password }))
      expect(await dropSecondStep({ session, drop: 'codes', client })).to.deep.equal({
        refused: 'second_step_required',
        message: 'Users must keep a second step: set up another one first',
      })
    },
  })
})
