import { expect } from 'chai'
import { changePassword as changePasswordOver, signIn as signInOver } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

const other = 'nine otters in Lira'

describe('133 People: changes meanwhile', () => {
  rule(
    '133.42',
    'a user who is suspended, or gets a new password, while a password is compared is not signed in by it',
    table(
      ['meanwhile', 'answer'],
      [
        ['nothing', 'done'],
        ['suspended', 'wrong_sign_in'],
        ['another password', 'wrong_sign_in'],
        ['removed', 'wrong_sign_in'],
      ] as const,
      async (meanwhile, answer) => {
        const { user, suspend, remove, changePassword, ports, listSessions } = await openHouse()
        await user('second')
        const { session, user: amina } = await user('amina')
        const by = { by: 'okello', userId: amina.id }
        const acts: Record<typeof meanwhile, () => Promise<unknown>> = {
          nothing: async () => {},
          suspended: () => suspend(by),
          removed: () => remove(by),
          'another password': () => changePassword({ session, password, newPassword: other, client }),
        }
        const passwords: typeof ports.passwords = {
          ...ports.passwords,
          async matches(...given) {
            const isRight = await ports.passwords.matches(...given)
            await acts[meanwhile]()
            return isRight
          },
        }
        const before = (await listSessions({ session })).length
        const given = { name: 'amina', password, client }
        expect(codeOf(await signInOver({ ...ports, passwords })(given))).to.equal(answer)
        const opened = answer === 'done' ? 1 : 0
        expect(await listSessions({ session })).to.have.length.of.at.most(before + opened)
      },
    ),
  )

  rule('133.43', 'the password entered again opens no ended session, and ends none', {
    'a session that has ended': async () => {
      const { user, clock, confirm, listSessions } = await openHouse()
      const { session } = await user('amina')
      clock.forwardMs(30 * minuteMs)
      expect(codeOf(await confirm({ session, password }))).to.equal('session_ended')
      expect(await listSessions({ session })).to.deep.equal([])
    },
    'one of a suspended user, whatever is entered': async () => {
      const { user, suspend, confirm } = await openHouse()
      const { session } = await user('amina')
      done(await suspend({ by: 'okello', userId: session.userId }))
      for (const given of [password, other])
        expect(codeOf(await confirm({ session, password: given }))).to.equal('session_ended')
    },
    'the other sessions of its user': async () => {
      const { user, signIn, confirm, resume, listSessions } = await openHouse()
      const first = await user('amina')
      const second = done(await signIn({ name: 'amina', password, client }))
      done(await confirm({ session: second.session, password }))
      for (const { token } of [first, second]) expect(codeOf(await resume({ token }))).to.equal('done')
      expect(await listSessions(second)).to.have.length(2)
    },
  })

  rule(
    '133.44',
    'a password is changed only if its session is open when the new one is stored',
    table(
      ['meanwhile', 'answer', 'the password is'],
      [
        ['nothing', 'done', 'new'],
        ['it is signed out', 'session_ended', 'as before'],
        ['it runs out', 'session_ended', 'as before'],
        ['another session was quicker', 'session_ended', 'another'],
      ] as const,
      async (meanwhile, answer, found) => {
        const { user, ports, clock, changePassword, endSession, signIn } = await openHouse()
        const { session } = await user('amina')
        const words = { new: other, 'as before': password, another: 'four herons over Mbale' }
        const acts: Record<typeof meanwhile, () => Promise<unknown>> = {
          nothing: async () => {},
          'it is signed out': () => endSession({ session }),
          'it runs out': async () => clock.forwardMs(30 * minuteMs),
          async 'another session was quicker'() {
            const quicker = done(await signIn({ name: 'amina', password, client }))
            done(await changePassword({ session: quicker.session, password, newPassword: words.another, client }))
          },
        }
        const passwords: typeof ports.passwords = {
          ...ports.passwords,
          async hash(given) {
            await acts[meanwhile]()
            return ports.passwords.hash(given)
          },
        }
        const change = changePasswordOver({ ...ports, passwords })
        expect(codeOf(await change({ session, password, newPassword: other, client }))).to.equal(answer)
        for (const [is, given] of Object.entries(words)) {
          const expected = is === found ? 'done' : 'wrong_sign_in'
          expect(codeOf(await signIn({ name: 'amina', password: given, client })), is).to.equal(expected)
        }
      },
    ),
  )

  rule(
    '133.45',
    'after an operator resets a second step, the sessions of its user end, and the password is enough again',
    async () => {
      const { userWithCodes, signIn, resume, resetSecondStep, actions } = await openHouse()
      const amina = await userWithCodes('amina')
      expect(done(await signIn({ name: 'amina', password, client })).needs).to.equal('second_step')
      const { user } = done(await resetSecondStep({ by: 'okello', userId: amina.user.id }))
      expect(user.secondStep.hasCodes).to.equal(false)
      expect(await resume({ token: amina.token })).to.equal(undefined)
      expect(done(await signIn({ name: 'amina', password, client })).needs).to.equal(null)
      expect((await actions()).at(-1)).to.equal('okello user.reset-second-step user amina of account')
    },
  )
})
