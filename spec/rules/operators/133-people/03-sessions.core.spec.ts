import { expect } from 'chai'
import { isConfirmed } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, knownClient, openHouse, password } from './house.ts'

const other = 'nine otters in Lira'

describe('133 People', () => {
  rule('133.11', 'a session ends after 30 minutes without use, and after 12 hours', {
    'without use': table(
      ['after ms', 'is'],
      [
        [30 * minuteMs - 1, 'done'],
        [30 * minuteMs, 'nothing'],
        [30 * minuteMs + 1, 'nothing'],
      ],
      async (afterMs, found) => {
        const { user, clock, resume } = await openHouse()
        const { token } = await user('amina')
        clock.forwardMs(afterMs)
        expect(codeOf(await resume({ token }))).to.equal(found)
      },
    ),
    'in use all the time': async () => {
      const { user, clock, resume } = await openHouse()
      const { token } = await user('amina')
      for (let hours = 0; hours < 47; hours += 1) {
        clock.forwardMs(15 * minuteMs)
        expect(codeOf(await resume({ token })), `${hours}`).to.equal('done')
      }
      clock.forwardMs(15 * minuteMs)
      expect(await resume({ token })).to.equal(undefined)
    },
    'no later when the clock was ahead': async () => {
      const { user, clock, resume } = await openHouse()
      clock.forwardMs(48 * hourMs)
      const { token } = await user('amina')
      clock.jumpMs(-48 * hourMs)
      expect(codeOf(await resume({ token }))).to.equal('done')
      clock.forwardMs(30 * minuteMs)
      expect(await resume({ token })).to.equal(undefined)
    },
    'and an invented token finds nothing': async () => {
      const { resume } = await openHouse()
      expect(await resume({ token: '' })).to.equal(undefined)
    },
  })

  rule('133.12', 'the use of a session is noted once a minute', async () => {
    const { user, clock, resume } = await openHouse()
    const { token, session } = await user('amina')
    clock.forwardMs(minuteMs - 1)
    expect((await resume({ token }))?.session.seenAtMs).to.equal(session.seenAtMs)
    clock.forwardMs(1)
    expect((await resume({ token }))?.session.seenAtMs).to.equal(session.seenAtMs + minuteMs)
  })

  rule('133.13', 'each sign-in has a token of its own, and only a known browser keeps its mark', async () => {
    const { user, signIn } = await openHouse()
    const first = await user('amina')
    const planted = { ...client, deviceToken: 'planted by somebody' }
    const second = done(await signIn({ name: 'amina', password, client: planted }))
    const third = done(await signIn({ name: 'amina', password, client: knownClient(second) }))
    expect(new Set([first.token, second.token, third.token])).to.have.length(3)
    expect(second.deviceToken).not.to.equal(planted.deviceToken)
    expect(third.deviceToken).to.equal(second.deviceToken)
  })

  rule(
    '133.14',
    'a password that is entered again is valid for five minutes in its session, and can be guessed five times',
    async () => {
      const { user, clock, confirm, resume, signIn } = await openHouse()
      const { session, token } = await user('amina')
      expect(isConfirmed({ session, nowMs: clock.nowMs() })).to.equal(false)
      expect(await confirm({ session, password: other })).to.deep.equal({
        ...{ refused: 'wrong_password', message: 'The password is wrong' },
      })
      const confirmed = done(await confirm({ session, password })).session
      expect(isConfirmed({ session: confirmed, nowMs: clock.nowMs() + 5 * minuteMs - 1 })).to.equal(true)
      expect(isConfirmed({ session: confirmed, nowMs: clock.nowMs() + 5 * minuteMs })).to.equal(false)
      expect(isConfirmed({ session: confirmed, nowMs: clock.nowMs() - hourMs })).to.equal(false)
      expect((await resume({ token }))?.session.confirmedUntilMs).to.equal(clock.nowMs() + 5 * minuteMs)
      const later = done(await signIn({ name: 'amina', password, client }))
      expect(later.session.confirmedUntilMs).to.equal(null)
      for (let n = 0; n < 4; n += 1) await confirm({ session, password: other })
      expect(codeOf(await confirm({ session, password }))).to.equal('too_many_attempts')
      expect(codeOf(await confirm({ session: later.session, password }))).to.equal('done')
    },
  )

  rule('133.15', 'a password change needs the old password, ends all other sessions and gives this one a new token', {
    'the session': async () => {
      const guesses = { log10: async (one: string) => (one === 'password1234' ? 4 : 20) }
      const { user, signIn, changePassword, resume } = await openHouse({ guesses })
      const first = await user('amina')
      const second = done(await signIn({ name: 'amina', password, client }))
      const asked = { session: second.session, client }
      const change = (given: string, newPassword: string) => changePassword({ ...asked, password: given, newPassword })
      expect(codeOf(await change(other, other))).to.equal('wrong_password')
      expect(codeOf(await change(password, 'password1234'))).to.equal('guessable_password')
      const changed = done(await change(password, other))
      expect(changed.session.endsAtMs).to.equal(second.session.endsAtMs)
      for (const { token } of [first, second]) expect(await resume({ token })).to.equal(undefined)
      expect((await resume(changed))?.user.name).to.equal('amina')
      expect(codeOf(await signIn({ name: 'amina', password, client }))).to.equal('wrong_sign_in')
      expect(codeOf(await signIn({ name: 'amina', password: other, client }))).to.equal('done')
      expect(codeOf(await change(other, password))).to.equal('session_ended')
    },
    'only the browser of the change is still known': async () => {
      const { user, signIn, changePassword } = await openHouse()
      const first = await user('amina')
      const changed = done(await changePassword({ session: first.session, password, newPassword: other, client }))
      const tokenIn = async (known: Parameters<typeof knownClient>[0]) =>
        done(await signIn({ name: 'amina', password: other, client: knownClient(known) })).deviceToken
      expect(await tokenIn(changed)).to.equal(changed.deviceToken)
      expect(await tokenIn(first)).not.to.equal(first.deviceToken)
    },
    'a second step taken in it is still valid': async () => {
      const { userWithCodes, changePassword, resume } = await openHouse()
      const { session } = await userWithCodes('amina')
      const changed = done(await changePassword({ session, password, newPassword: other, client }))
      expect(await resume(changed)).to.include({ needs: null })
    },
  })

  rule('133.16', 'users see where they are signed in, and can end their own sessions, one or all others', async () => {
    const { user, signIn, clock, listSessions, endSession, endOthers, resume } = await openHouse()
    const somebody = await user('somebody')
    const first = await user('amina')
    const sign = async (device: string) => {
      clock.forwardMs(1)
      return done(await signIn({ name: 'amina', password, client: { ...client, device } }))
    }
    const [second, third] = [await sign('Safari'), await sign('C'.repeat(1_000))]
    const listed = await listSessions(second)
    expect(listed.map(({ client: { device }, isCurrent }) => [device.length, isCurrent])).to.deep.equal([
      [200, false],
      [6, true],
      [7, false],
    ])
    await endSession({ session: second.session, sessionId: first.session.id })
    await endSession({ session: second.session, sessionId: somebody.session.id })
    expect(await resume(first)).to.equal(undefined)
    expect(codeOf(await resume(somebody))).to.equal('done')
    expect(await endOthers(second)).to.deep.equal({ ended: 1 })
    expect(await resume(third)).to.equal(undefined)
    await endSession(second)
    expect(await resume(second)).to.equal(undefined)
    expect(codeOf(await endOthers(second))).to.equal('session_ended')
  })

  rule('133.17', 'the last 20 sessions and the last 8 browsers of a user are kept', {
    'the ones used last': async () => {
      const { user, signIn, resume, clock } = await openHouse()
      const opened = [await user('amina')]
      for (let n = 1; n <= 20; n += 1) {
        clock.forwardMs(1)
        opened.push(done(await signIn({ name: 'amina', password, client })))
      }
      const codes = await Promise.all(opened.map(async (one) => codeOf(await resume(one))))
      expect(codes).to.deep.equal(['nothing', ...Array.from({ length: 20 }, () => 'done')])
      const tokenFor = async (n: number) => {
        const client = knownClient(opened[n] ?? { deviceToken: '' })
        return done(await signIn({ name: 'amina', password, client })).deviceToken
      }
      expect(await tokenFor(13)).to.equal(opened[13]?.deviceToken)
      expect(await tokenFor(12)).not.to.equal(opened[12]?.deviceToken)
    },
    'one that was opened first and is used again is kept': async () => {
      const { user, signIn, resume, clock } = await openHouse()
      const [first, second] = [await user('amina'), done(await signIn({ name: 'amina', password, client }))]
      for (let n = 2; n < 20; n += 1) done(await signIn({ name: 'amina', password, client }))
      clock.forwardMs(minuteMs)
      expect(codeOf(await resume(first))).to.equal('done')
      done(await signIn({ name: 'amina', password, client }))
      expect([codeOf(await resume(first)), codeOf(await resume(second))]).to.deep.equal(['done', 'nothing'])
    },
    'ended ones do not count': async () => {
      const { userWithCodes, signIn, resume, clock } = await openHouse()
      const first = await userWithCodes('amina')
      for (let n = 0; n < 19; n += 1) done(await signIn({ name: 'amina', password, client: knownClient(first) }))
      expect((await resume(first))?.needs).to.equal(null)
      clock.forwardMs(15 * minuteMs)
      for (let n = 0; n < 2; n += 1) done(await signIn({ name: 'amina', password, client: knownClient(first) }))
      expect(await resume(first)).to.include({ needs: null })
    },
    'a browser that is used often counts once': async () => {
      const { user, signIn } = await openHouse()
      const first = await user('amina')
      const second = done(await signIn({ name: 'amina', password, client }))
      const again = async (one: typeof first) =>
        done(await signIn({ name: 'amina', password, client: knownClient(one) })).deviceToken
      for (let n = 0; n < 8; n += 1) expect(await again(second)).to.equal(second.deviceToken)
      expect(await again(first)).to.equal(first.deviceToken)
    },
  })
})
