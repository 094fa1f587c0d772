import { expect } from 'chai'
import type { Client } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { client, done, knownClient, openHouse, password } from './house.ts'

/** A browser that nobody has signed in from. */
const fresh = { network: 'elsewhere', device: 'curl' }

/** A house with a user who has a second step, and a stranger who knows the password. */
async function openAttacked() {
  const house = await openHouse()
  const amina = await house.userWithCodes('amina')
  const wrong = () => (amina.codeAt(house.clock.nowMs()) === '000000' ? '000001' : '000000')
  const signIn = (from: Client = fresh) => house.signIn({ name: 'amina', password, client: from })
  /** Whether sign-ins by the password alone reach the second step, one after another, each in a new browser. */
  const stopAtStep = async (times: number) => {
    const codes: string[] = []
    for (let n = 0; n < times; n += 1) codes.push(codeOf(await signIn()))
    return codes
  }
  return { ...house, amina, wrong, signInFrom: signIn, stopAtStep }
}

describe('133 People', () => {
  rule(
    '133.59',
    'a browser is known after a complete sign-in: the password alone allows five guesses, in any number of browsers',
    async () => {
      const { amina, wrong, signInFrom, takeStep, clock } = await openAttacked()
      const answers: string[] = []
      for (let n = 0; n < 6; n += 1) {
        const half = done(await signInFrom())
        const from = { ...fresh, deviceToken: half.deviceToken }
        for (let guess = 0; guess < 5; guess += 1)
          answers.push(codeOf(await takeStep({ session: half.session, given: { code: wrong() }, client: from })))
      }
      expect(answers.slice(0, 5)).to.deep.equal(Array(5).fill('wrong_code'))
      expect(answers.slice(5)).to.deep.equal(Array(25).fill('too_many_attempts'))
      const own = knownClient(amina)
      const { session } = done(await signInFrom(own))
      const given = { code: amina.codeAt(clock.nowMs()) }
      expect(codeOf(await takeStep({ session, given, client: own }))).to.equal('done')
    },
  )

  rule('133.60', 'ten sign-ins in a day can stop at the second step, then new browsers are refused for a day', {
    'known browsers are not': async () => {
      const { amina, stopAtStep, signInFrom, takeStep, clock } = await openAttacked()
      expect(await stopAtStep(11)).to.deep.equal([...Array(10).fill('done'), 'too_many_attempts'])
      const own = knownClient(amina)
      const { session } = done(await signInFrom(own))
      const given = { code: amina.codeAt(clock.nowMs()) }
      expect(codeOf(await takeStep({ session, given, client: own }))).to.equal('done')
      clock.forwardMs(24 * hourMs - 1)
      const late = await signInFrom()
      expect(late).to.deep.equal({
        refused: 'too_many_attempts',
        message:
          'Too many sign-ins have stopped at the second step: use a browser that you have signed in from before, set a new password, or try again in a day',
        retryAtMs: clock.nowMs() + 1,
      })
      clock.forwardMs(1)
      expect(await stopAtStep(1)).to.deep.equal(['done'])
    },
    'however many at once': async () => {
      const { signInFrom } = await openAttacked()
      const from = (n: number) => signInFrom({ ...fresh, network: `network ${n}` })
      const codes = (await Promise.all(Array.from({ length: 20 }, (_, n) => from(n)))).map(codeOf)
      expect(codes.filter((code) => code === 'done')).to.have.lengthOf(10)
    },
    'completed sign-ins do not count': async () => {
      const { amina, signInFrom, takeStep, stopAtStep, clock } = await openAttacked()
      for (let n = 0; n < 12; n += 1) {
        clock.forwardMs(minuteMs)
        const { session } = done(await signInFrom())
        done(await takeStep({ session, given: { code: amina.codeAt(clock.nowMs()) }, client: fresh }))
      }
      expect(await stopAtStep(11)).to.deep.equal([...Array(10).fill('done'), 'too_many_attempts'])
    },
    'a new password starts the count again': async () => {
      const { amina, stopAtStep, inviteNewPassword, accept, signIn, clock } = await openAttacked()
      await stopAtStep(10)
      clock.forwardMs(1)
      const { token } = done(await inviteNewPassword({ by: 'okello', userId: amina.user.id }))
      const newPassword = 'nine otters in Lira'
      done(await accept({ token, name: 'amina', password: newPassword, client }))
      expect(codeOf(await signIn({ name: 'amina', password: newPassword, client: fresh }))).to.equal('done')
    },
  })

  rule('133.61', 'sign-ins that stop at the second step end no complete session', async () => {
    const { user, signIn, userWithCodes, resume, clock } = await openHouse()
    await user('somebody')
    const amina = await userWithCodes('amina')
    const own = knownClient(amina)
    for (let n = 0; n < 25; n += 1) {
      clock.forwardMs(1_000)
      done(await signIn({ name: 'amina', password, client: own }))
    }
    expect(await resume(amina)).to.include({ needs: null })
  })
})
