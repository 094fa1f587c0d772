import { expect } from 'chai'
import { totpCodes } from '../../../../adapters/dashboard/people/authenticators/codes.ts'
import {
  acceptInvitation,
  changePassword as changePasswordOver,
  codePeriodMs,
  isRefusal,
  type Passwords,
  PasswordsBusy,
  signIn as signInOver,
  signInVouched,
  takeSecondStep,
} from '../../../../core/sente.ts'
import { softAuthenticator } from '../../../fixtures/authenticator.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, codeFor, done, knownClient, openHouse, password } from './house.ts'

const other = 'nine otters in Lira'
const site = { host: 'pay.example', origin: 'https://pay.example' }

describe('133 People: bounds', () => {
  rule(
    '133.46',
    'when too many passwords wait to be hashed, nothing changes yet, and the answer says when to try again',
    {
      'a link stays valid': async () => {
        const { invite, account, ports, accept, clock } = await openHouse()
        const { token } = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
        const given = { token, name: 'wanjiku', password, client }
        const busy = await acceptInvitation({ ...ports, passwords: hashing(ports, new PasswordsBusy()) })(given)
        expect(busy).to.include({ refused: 'too_busy', retryAtMs: clock.nowMs() + 5_000 })
        expect(codeOf(await accept(given))).to.equal('done')
      },
      'the password stays': async () => {
        const { user, ports, signIn, resume, clock } = await openHouse()
        const { session, token } = await user('amina')
        const given = { session, password, newPassword: other, client }
        const busy = await changePasswordOver({ ...ports, passwords: hashing(ports, new PasswordsBusy()) })(given)
        expect(busy).to.include({ refused: 'too_busy', retryAtMs: clock.nowMs() + 5_000 })
        expect(codeOf(await resume({ token }))).to.equal('done')
        expect(codeOf(await signIn({ name: 'amina', password, client }))).to.equal('done')
      },
      'a sign-in does not wait for the renewal of an old hash': async () => {
        const { user, ports } = await openHouse()
        const { user: amina } = await user('amina')
        const hash = async () => (await ports.people.user(amina.id))?.passwordHash
        const given = { name: 'amina', password, client }
        const before = await hash()
        const old = { ...ports.passwords, isCurrent: () => false }
        const busy = { ...old, hash: () => Promise.reject(new PasswordsBusy()) }
        expect(codeOf(await signInOver({ ...ports, passwords: busy })(given))).to.equal('done')
        expect(await hash()).to.equal(before)
        expect(codeOf(await signInOver({ ...ports, passwords: old })(given))).to.equal('done')
        expect(await hash()).not.to.equal(before)
        expect(codeOf(await signInOver(ports)(given))).to.equal('done')
      },
      'an unexpected error is thrown': async () => {
        const { invite, account, ports } = await openHouse()
        const { token } = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
        const accept = acceptInvitation({ ...ports, passwords: hashing(ports, new Error('no memory')) })
        const broken = await accept({ token, name: 'wanjiku', password, client }).catch(String)
        expect(broken).to.equal('Error: no memory')
      },
    },
  )

  rule('133.47', 'a user has ten passkeys at most, and the name of each at most 40 characters', async () => {
    const { user, confirm, beginPasskey, enrolPasskey } = await openHouse()
    const joined = await user('amina')
    let { session } = done(await confirm({ session: joined.session, password }))
    for (let n = 1; n <= 10; n += 1) {
      const { options } = done(await beginPasskey({ session, site }))
      const response = softAuthenticator().register({ options, site })
      const enrolled = done(await enrolPasskey({ session, name: 'x'.repeat(35 + n), response, site, client }))
      expect(enrolled.user.secondStep.passkeys.at(-1)?.name).to.have.length(Math.min(35 + n, 40))
      session = enrolled.session
    }
    expect(await beginPasskey({ session, site })).to.deep.equal({
      ...{ refused: 'too_many_passkeys', message: 'You have 10 passkeys: remove one first' },
    })
  })

  rule(
    '133.48',
    'a second step can be neither changed nor taken in an ended session',
    table(
      ['the session', 'answer'],
      [
        ['was signed out', 'session_ended'],
        ['ran out', 'session_ended'],
        ['of a suspended user', 'session_ended'],
      ] as const,
      async (how, answer) => {
        const house = await openHouse()
        const { user, clock, confirm, beginCodes, beginPasskey, enrolPasskey, dropSecondStep, endSession } = house
        const { session, user: amina } = await user('amina')
        done(await confirm({ session, password }))
        const { options } = done(await beginPasskey({ session, site }))
        const ends: Record<typeof how, () => Promise<unknown>> = {
          'was signed out': () => endSession({ session }),
          'ran out': async () => clock.forwardMs(30 * minuteMs),
          'of a suspended user': () => house.suspend({ by: 'okello', userId: amina.id }),
        }
        await ends[how]()
        expect(codeOf(await beginCodes({ session }))).to.equal(answer)
        expect(codeOf(await beginPasskey({ session, site }))).to.equal(answer)
        expect(codeOf(await house.beginPasskeyCheck({ session, site }))).to.equal(answer)
        expect(codeOf(await dropSecondStep({ session, drop: 'codes', client }))).to.equal(answer)
        expect(codeOf(await house.takeStep({ session, given: { code: '123456' }, client }))).to.equal(answer)
        const response = softAuthenticator().register({ options, site })
        const enrolled = await enrolPasskey({ session, name: '', response, site, client })
        expect(codeOf(enrolled)).to.equal('wrong_code')
      },
    ),
  )

  rule('133.49', 'a setup begun for one kind of second step is not used up by another', async () => {
    const { user, confirm, beginCodes, enrolPasskey, enrolCodes, takeStep, clock } = await openHouse()
    const { session } = await user('amina')
    done(await confirm({ session, password }))
    const { secret } = done(await beginCodes({ session }))
    const response = { id: 'x' }
    expect(codeOf(await enrolPasskey({ session, name: '', response, site, client }))).to.equal('wrong_code')
    expect(codeOf(await takeStep({ session, given: { response, site }, client }))).to.equal('wrong_code')
    const code = codeFor(secret, clock.nowMs())
    expect(codeOf(await enrolCodes({ session, code, client }))).to.equal('done')
  })

  rule('133.50', 'a secret of codes that was used once under a new key no longer needs the previous key', async () => {
    const { userWithCodes, ports, signIn, clock } = await openHouse()
    const { codeAt } = await userWithCodes('amina')
    const take = async (keys: Parameters<typeof totpCodes>[0]) => {
      clock.forwardMs(codePeriodMs)
      const { session } = done(await signIn({ name: 'amina', password, client }))
      const given = { code: codeAt(clock.nowMs()) }
      return codeOf(await takeSecondStep({ ...ports, codes: totpCodes(keys) })({ session, given, client }))
    }
    expect(await take({ current: 'new' })).to.equal('wrong_code')
    expect(await take({ current: 'new', previous: 'a key for tests' })).to.equal('done')
    expect(await take({ current: 'new' })).to.equal('done')
  })

  rule('133.51', 'each of two known browsers of a user allows five guesses', async () => {
    const { userWithCodes, signIn, takeStep, clock } = await openHouse()
    const amina = await userWithCodes('amina')
    const attempt = async (code: string, from = client) => {
      const { session } = done(await signIn({ name: 'amina', password, client: from }))
      return takeStep({ session, given: { code }, client: from })
    }
    const second = done(await attempt(amina.codeAt(clock.nowMs())))
    for (let n = 0; n < 5; n += 1) {
      expect(codeOf(await attempt('nothing', knownClient(amina)))).to.equal('wrong_code')
    }
    clock.forwardMs(codePeriodMs)
    const right = amina.codeAt(clock.nowMs())
    expect(codeOf(await attempt(right, knownClient(amina)))).to.equal('too_many_attempts')
    expect(codeOf(await attempt(right, knownClient(second)))).to.equal('done')
  })

  rule(
    '133.52',
    'a person recognised by an identity provider is signed in if an active operator has that name when the session opens',
    table(
      ['who comes', 'answer'],
      [
        ['an operator', 'done'],
        ['an operator with other capitals', 'unknown_user'],
        ['an operator in letters that look alike', 'unknown_user'],
        ['an operator who is suspended meanwhile', 'unknown_user'],
        ['a manager', 'unknown_user'],
        ['nobody known', 'unknown_user'],
      ] as const,
      async (who, answer) => {
        const { user, ports, suspend, resume, listSessions } = await openHouse()
        const { user: operator, session } = await user('nakato', 'administrator')
        await user('amina')
        const names: Readonly<Record<string, string>> = {
          ...{ 'a manager': 'amina', 'nobody known': 'kato', 'an operator with other capitals': 'Nakato' },
          'an operator in letters that look alike': 'ｎakato',
        }
        const name = names[who] ?? 'nakato'
        const given = { issuer: 'https://id.example', subject: '1', name, client }
        const people: typeof ports.people = {
          ...ports.people,
          async userByName(nameKey) {
            const found = await ports.people.userByName(nameKey)
            if (who === 'an operator who is suspended meanwhile') await suspend({ by: 'okello', userId: operator.id })
            return found
          },
        }
        const vouched = await signInVouched({ ...ports, people })({ ...given, isStepTaken: false })
        expect(codeOf(vouched)).to.equal(answer)
        if (isRefusal(vouched)) {
          const message = `You are known there as ${name}, but no operator here has exactly that name`
          expect(vouched).to.deep.equal({ refused: 'unknown_user', message })
          return
        }
        const { token, needs } = done(vouched)
        expect(needs).to.equal(null)
        expect((await resume({ token }))?.user.name).to.equal('nakato')
        expect(await listSessions({ session })).to.have.length(2)
        const again = signInVouched({ ...ports, operatorsTakeTwoSteps: true })
        expect(done(await again({ ...given, isStepTaken: false })).needs).to.equal('enrolment')
        expect(done(await again({ ...given, isStepTaken: true })).needs).to.equal(null)
      },
    ),
  )

  rule('133.53', 'a session cannot be used while its user is suspended, even if it was not ended', async () => {
    const { userWithCodes, ports, signIn, resume, takeStep, clock } = await openHouse()
    const amina = await userWithCodes('amina')
    const { session } = done(await signIn({ name: 'amina', password, client }))
    const become = (state: 'active' | 'suspended') =>
      ports.people.change({ userId: amina.user.id, nowMs: clock.nowMs() }, ({ user }) => ({
        ...{ value: undefined, user: { ...user, state } },
      }))
    const given = { code: amina.codeAt(clock.nowMs()) }
    await become('suspended')
    expect(await resume(amina)).to.equal(undefined)
    expect(codeOf(await takeStep({ session, given, client }))).to.equal('session_ended')
    await become('active')
    expect((await resume(amina))?.user.name).to.equal('amina')
    expect(codeOf(await takeStep({ session, given, client }))).to.equal('done')
  })
})

/** Passwords that are not hashed. */
function hashing({ passwords }: { readonly passwords: Passwords }, error: Error): Passwords {
  return { ...passwords, hash: () => Promise.reject(error) }
}
