import { expect } from 'chai'
import { totpCodes } from '../../../../adapters/dashboard/people/authenticators/codes.ts'
import { codePeriodMs } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, codeFor, done, knownClient, openHouse, password } from './house.ts'

describe('133 People', () => {
  rule(
    '133.22',
    'once a second step is set up, a session can do nothing else until the step is taken, and ends after 15 minutes',
    async () => {
      const house = await openHouse()
      const { signIn, resume, changePassword, endOthers, endSession, beginCodes, dropSecondStep, takeStep, clock } =
        house
      const amina = await house.userWithCodes('amina')
      const half = done(await signIn({ name: 'amina', password, client }))
      expect([half.needs, half.session.needs, (await resume(half))?.needs]).to.deep.equal(
        Array.from({ length: 3 }, () => 'second_step'),
      )
      const { session } = half
      const newPassword = 'nine otters in Lira'
      expect(codeOf(await changePassword({ session, password, newPassword, client }))).to.equal('session_ended')
      expect(codeOf(await endOthers({ session }))).to.equal('session_ended')
      expect(codeOf(await beginCodes({ session }))).to.equal('second_step_needed')
      expect(codeOf(await dropSecondStep({ session, drop: 'codes', client }))).to.equal('second_step_needed')
      const other = done(await signIn({ name: 'amina', password, client }))
      await endSession(other)
      expect(await resume(other)).to.equal(undefined)
      await endSession({ session, sessionId: amina.session.id })
      expect((await resume(amina))?.needs).to.equal(null)
      const given = { code: amina.codeAt(clock.nowMs()) }
      const whole = done(await takeStep({ session, given, client }))
      expect(whole.token).not.to.equal(half.token)
      expect(await resume(half)).to.equal(undefined)
      expect(await resume(whole)).to.include({ needs: null })
      clock.forwardMs(codePeriodMs)
      const again = { code: amina.codeAt(clock.nowMs()) }
      const taken = await takeStep({ session: whole.session, given: again, client })
      expect(codeOf(taken), 'once it is taken').to.equal('session_ended')
      const late = done(await signIn({ name: 'amina', password, client }))
      clock.forwardMs(15 * minuteMs)
      expect(await resume(late)).to.equal(undefined)
      const code = amina.codeAt(clock.nowMs())
      expect(codeOf(await takeStep({ session: late.session, given: { code }, client }))).to.equal('session_ended')
    },
  )

  rule(
    '133.23',
    'operators must set up a second step, and keep one, when the setting demands it; others may',
    async () => {
      const { user, signIn, beginCodes, enrolCodes, dropSecondStep, clock, userWithCodes, resume, confirm } =
        await openHouse({ operatorsTakeTwoSteps: true })
      const manager = await user('owner')
      expect(manager.needs).to.equal(null)
      const { session } = manager
      expect(codeOf(await beginCodes({ session }))).to.equal('not_confirmed')
      const operator = await user('administrator', 'administrator')
      expect(operator.needs).to.equal('enrolment')
      expect(done(await signIn({ name: 'administrator', password, client })).needs).to.equal('enrolment')
      done(await beginCodes({ session: operator.session }))
      expect(codeOf(await enrolCodes({ session: operator.session, code: '000000', client }))).to.equal('wrong_code')
      const second = await userWithCodes('second', 'administrator')
      expect(await resume(second)).to.include({ needs: null })
      done(await confirm({ session: second.session, password }))
      const drop = { session: second.session, drop: 'codes', client } as const
      expect(await dropSecondStep(drop)).to.deep.equal({
        refused: 'second_step_required',
        message: 'Operators must keep a second step: set up another one first',
      })
      const other = await userWithCodes('other')
      done(await confirm({ session: other.session, password }))
      const dropped = done(await dropSecondStep({ session: other.session, drop: 'codes', client }))
      expect(dropped.user.secondStep).to.deep.equal({ hasCodes: false, passkeys: [], recoveryCodesLeft: 0 })
      clock.forwardMs(1)
      expect(done(await signIn({ name: 'other', password, client })).needs).to.equal(null)
    },
  )

  rule('133.24', 'the code of a phone is valid once, in its period and in the ones beside it', {
    'the periods': table(
      ['period', 'is'],
      [
        [-2, 'wrong_code'],
        [-1, 'done'],
        [0, 'done'],
        [1, 'done'],
        [2, 'wrong_code'],
      ],
      async (periods, answer) => {
        const { userWithCodes, signIn, takeStep, clock } = await openHouse()
        const { codeAt } = await userWithCodes('amina')
        clock.forwardMs(hourMs)
        const { session } = done(await signIn({ name: 'amina', password, client }))
        const given = { code: codeAt(clock.nowMs() + periods * codePeriodMs) }
        expect(codeOf(await takeStep({ session, given, client }))).to.equal(answer)
      },
    ),
    'once, also in two browsers at the same time': async () => {
      const { userWithCodes, signIn, takeStep, clock } = await openHouse()
      const { codeAt } = await userWithCodes('amina')
      const sign = async () => done(await signIn({ name: 'amina', password, client })).session
      const sessions = [await sign(), await sign(), await sign(), await sign()]
      const given = { code: codeAt(clock.nowMs()) }
      const codes = (await Promise.all(sessions.map((session) => takeStep({ session, given, client })))).map(codeOf)
      expect(codes.toSorted()).to.deep.equal(['done', 'wrong_code', 'wrong_code', 'wrong_code'])
      const before = { code: codeAt(clock.nowMs() - codePeriodMs) }
      expect(codeOf(await takeStep({ session: await sign(), given: before, client })), 'an older one').to.equal(
        'wrong_code',
      )
    },
    'once, also the code of the next period': async () => {
      const { userWithCodes, signIn, takeStep, clock } = await openHouse()
      const { codeAt } = await userWithCodes('amina')
      const given = { code: codeAt(clock.nowMs() + codePeriodMs) }
      const take = async () => {
        const { session } = done(await signIn({ name: 'amina', password, client }))
        return codeOf(await takeStep({ session, given, client }))
      }
      expect([await take(), await take()]).to.deep.equal(['done', 'wrong_code'])
    },
    'the code that set it up is used': async () => {
      const { userWithCodes, signIn, takeStep, clock } = await openHouse()
      const { codeAt } = await userWithCodes('amina')
      const { session } = done(await signIn({ name: 'amina', password, client }))
      const given = { code: codeAt(clock.nowMs() - codePeriodMs) }
      expect(codeOf(await takeStep({ session, given, client }))).to.equal('wrong_code')
    },
    'again after a clock that was ahead was put right': async () => {
      const { userWithCodes, signIn, takeStep, clock } = await openHouse()
      const { codeAt } = await userWithCodes('amina')
      clock.jumpMs(-24 * hourMs)
      const { session } = done(await signIn({ name: 'amina', password, client }))
      const given = { code: codeAt(clock.nowMs()) }
      expect(codeOf(await takeStep({ session, given, client }))).to.equal('done')
      const { session: next } = done(await signIn({ name: 'amina', password, client }))
      expect(codeOf(await takeStep({ session: next, given, client }))).to.equal('wrong_code')
    },
  })

  rule(
    '133.25',
    'the secret of such codes is stored sealed, for its user only, and opens under the previous key until that is removed',
    () => {
      const [old, both, next] = [
        totpCodes({ current: 'one' }),
        totpCodes({ current: 'two', previous: 'one' }),
        totpCodes({ current: 'two' }),
      ]
      const nowMs = 1_767_340_800_000
      const secret = old.newSecret()
      expect(old.newSecret()).not.to.equal(secret)
      expect(old.uriOf({ secret, name: 'amina@duka' })).to.match(/^otpauth:\/\/totp\/sente:amina%40duka\?/)
      const sealed = old.seal({ userId: 'u', secret })
      expect(sealed).not.to.include(secret)
      expect(old.seal({ userId: 'u', secret })).not.to.equal(sealed)
      const code = codeFor(secret, nowMs)
      const asked = { userId: 'u', sealed, code: `${code.slice(0, 3)} ${code.slice(3)}`, nowMs }
      expect(old.periodOf(asked)).to.equal(nowMs / codePeriodMs)
      expect(both.periodOf(asked)).to.equal(nowMs / codePeriodMs)
      expect(next.periodOf(asked)).to.equal(undefined)
      expect(old.periodOf({ ...asked, userId: 'another' })).to.equal(undefined)
      const other = sealed.replace(/[^.]{8}$/, (end) => (end === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA'))
      expect(old.periodOf({ ...asked, sealed: other })).to.equal(undefined)
      expect(old.periodOf({ ...asked, sealed: 'nothing' })).to.equal(undefined)
      const resealed = both.reseal({ userId: 'u', sealed }) ?? ''
      expect(next.periodOf({ ...asked, sealed: resealed })).to.equal(nowMs / codePeriodMs)
      expect(next.reseal({ userId: 'u', sealed })).to.equal(undefined)
    },
  )

  rule(
    '133.26',
    'ten recovery codes are shown once, each valid for one sign-in, until new ones replace them',
    async () => {
      const house = await openHouse()
      const { userWithCodes, signIn, takeStep, renewRecoveryCodes, confirm, clock, resume } = house
      const amina = await userWithCodes('amina')
      expect(new Set(amina.recoveryCodes)).to.have.length(10)
      for (const code of amina.recoveryCodes) expect(code).to.match(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/)
      const take = async (recoveryCode: string) => {
        clock.forwardMs(3 * minuteMs)
        const { session } = done(await signIn({ name: 'amina', password, client }))
        return takeStep({ session, given: { recoveryCode }, client })
      }
      const [first = '', second = '', third = ''] = amina.recoveryCodes
      const whole = done(await take(first))
      expect(whole.user.secondStep.recoveryCodesLeft).to.equal(9)
      expect(codeOf(await take(first))).to.equal('wrong_code')
      expect(codeOf(await take(second.replace(/[a-f]/g, ''))), 'its digits alone').to.equal('wrong_code')
      expect(codeOf(await take(` ${second.toUpperCase().replaceAll('-', ' ')} `))).to.equal('done')
      expect(codeOf(await take(''))).to.equal('wrong_code')
      expect(codeOf(await renewRecoveryCodes({ session: whole.session, client }))).to.equal('not_confirmed')
      done(await confirm({ session: whole.session, password }))
      const renewed = done(await renewRecoveryCodes({ session: whole.session, client }))
      expect(renewed.recoveryCodes).to.have.length(10)
      expect(await resume(whole)).to.equal(undefined)
      expect(codeOf(await take(third))).to.equal('wrong_code')
      expect(codeOf(await take(renewed.recoveryCodes?.[9] ?? ''))).to.equal('done')
      const without = await house.user('okot')
      done(await confirm({ session: without.session, password }))
      expect(await renewRecoveryCodes({ session: without.session, client })).to.deep.equal({
        ...{ refused: 'wrong_code', message: 'That did not work: try again' },
      })
    },
  )

  rule(
    '133.27',
    'a user has five attempts at the second step in ten minutes, over all sign-ins; a known browser has its own count',
    async () => {
      const { userWithCodes, signIn, takeStep, clock } = await openHouse()
      const amina = await userWithCodes('amina')
      const attacker = { network: 'elsewhere', device: 'curl' }
      const attempt = async (code: string, from = attacker) => {
        const { session } = done(await signIn({ name: 'amina', password, client: from }))
        return codeOf(await takeStep({ session, given: { code }, client: from }))
      }
      const right = amina.codeAt(clock.nowMs())
      const wrong = right === '000000' ? '000001' : '000000'
      for (let n = 0; n < 5; n += 1) expect(await attempt(wrong)).to.equal('wrong_code')
      expect(await attempt(right)).to.equal('too_many_attempts')
      expect(await attempt(right, knownClient(amina))).to.equal('done')
      clock.forwardMs(10 * minuteMs)
      expect(await attempt(amina.codeAt(clock.nowMs()))).to.equal('done')
    },
  )

  rule(
    '133.28',
    'a change of the second step needs the password again, ends all other sessions, and is recorded',
    async () => {
      const house = await openHouse()
      const { userWithCodes, user, signIn, confirm, beginCodes, enrolCodes, resume, clock, actions, recorded } = house
      const first = await user('okot')
      const second = done(await signIn({ name: 'okot', password, client }))
      const { session } = second
      expect(codeOf(await beginCodes({ session }))).to.equal('not_confirmed')
      done(await confirm({ session, password }))
      expect(await enrolCodes({ session, code: '123456', client })).to.deep.equal({
        ...{ refused: 'wrong_code', message: 'That did not work: try again' },
      })
      const { secret, uri } = done(await beginCodes({ session }))
      expect(uri).to.include(secret)
      clock.forwardMs(5 * minuteMs)
      const late = codeFor(secret, clock.nowMs())
      expect(codeOf(await enrolCodes({ session, code: late, client }))).to.equal('not_confirmed')
      done(await confirm({ session, password }))
      const enrolled = done(await enrolCodes({ session, code: codeFor(secret, clock.nowMs()), client }))
      expect(enrolled.user.secondStep).to.deep.equal({ hasCodes: true, passkeys: [], recoveryCodesLeft: 10 })
      for (const { token } of [first, second]) expect(await resume({ token })).to.equal(undefined)
      expect(await resume(enrolled)).to.include({ needs: null })
      expect(await recorded()).to.deep.equal({
        ...{ kind: 'user.second-step', subject: 'user okot' },
        before: { codes: false, passkeys: 0, recovery_codes: 0 },
        after: { codes: true, passkeys: 0, recovery_codes: 10 },
      })
      await userWithCodes('amina')
      expect((await actions()).filter((line) => line.includes('second-step'))).to.deep.equal([
        'okot user.second-step user okot of account',
        'amina user.second-step user amina of account',
      ])
    },
  )
})
