import { expect } from 'chai'
import {
  changePassword as changePasswordOver,
  createOwnKey,
  listMadeKeys,
  type PasswordGuesses,
  PasswordsBusy,
  revokeOwnKey,
  rotateOwnKey,
} from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

const other = 'nine otters in Lira'

/** Counts the judgements of a password. */
function counting(log10 = 20) {
  let judged = 0
  const guesses: PasswordGuesses = {
    async log10() {
      judged += 1
      return log10
    },
  }
  return { guesses, judged: () => judged }
}

describe('133 People: second steps, keys and invitations that outlast a change', () => {
  rule('133.72', 'a new password by a link leaves the second step unchanged, and it is needed at once', async () => {
    const house = await openHouse()
    const { userWithCodes, inviteNewPassword, accept, ports, takeStep, resume, clock } = house
    const amina = await userWithCodes('amina')
    const before = await ports.people.user(amina.user.id)
    const { token } = done(await inviteNewPassword({ by: 'okello', userId: amina.user.id }))
    const joined = done(await accept({ token, name: '', password: other, client }))
    expect(joined.needs).to.equal('second_step')
    expect((await resume({ token: joined.token }))?.needs).to.equal('second_step')
    const after = await ports.people.user(amina.user.id)
    expect(after?.secondStep).to.deep.equal(before?.secondStep)
    const given = { code: amina.codeAt(clock.nowMs()) }
    expect(done(await takeStep({ session: joined.session, given, client })).needs).to.equal(null)
  })

  rule('133.73', 'a new password is judged only after the old one was right, and at most twenty times in ten minutes', {
    'with a wrong old one nothing is judged': async () => {
      const { guesses, judged } = counting()
      const { user, changePassword } = await openHouse({ guesses })
      const { session } = await user('amina')
      const before = judged()
      for (const answer of [
        'wrong_password',
        'wrong_password',
        'wrong_password',
        'wrong_password',
        'wrong_password',
        'too_many_attempts',
      ])
        expect(codeOf(await changePassword({ session, password: 'wrong', newPassword: other, client }))).to.equal(
          answer,
        )
      expect(judged() - before).to.equal(0)
    },
    'of a user who knows the old one': async () => {
      const { guesses, judged } = counting(3)
      const { user, changePassword, ports, clock } = await openHouse()
      const { session } = await user('amina')
      const asked = () => changePasswordOver({ ...ports, guesses })({ session, password, newPassword: other, client })
      for (let n = 0; n < 20; n += 1) expect(codeOf(await asked())).to.equal('guessable_password')
      expect(await asked()).to.deep.equal({
        refused: 'too_many_attempts',
        message: 'There were too many attempts: try again in some minutes',
        retryAtMs: clock.nowMs() + 10 * minuteMs,
      })
      expect(judged()).to.equal(20)
      clock.forwardMs(10 * minuteMs)
      expect(codeOf(await changePassword({ session, password, newPassword: other, client }))).to.equal('done')
    },
    'by a link': async () => {
      const { guesses, judged } = counting(3)
      const { invite, accept, account } = await openHouse({ guesses })
      const invited = () => invite({ by: 'okello', role: 'viewer', accountId: account.id })
      const { token } = done(await invited())
      const asked = (by = token) => accept({ token: by, name: 'amina', password: other, client })
      for (let n = 0; n < 20; n += 1) expect(codeOf(await asked())).to.equal('guessable_password')
      expect(codeOf(await asked())).to.equal('too_many_attempts')
      expect(judged()).to.equal(20)
      expect(codeOf(await asked(done(await invited()).token)), 'by another link').to.equal('guessable_password')
    },
    'while too many wait, the answer says when to try again': async () => {
      const guesses: PasswordGuesses = { log10: () => Promise.reject(new PasswordsBusy()) }
      const { invite, accept, account, clock } = await openHouse({ guesses })
      const { token } = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
      const busy = await accept({ token, name: 'amina', password: other, client })
      expect(busy).to.include({ refused: 'too_busy', retryAtMs: clock.nowMs() + 5_000 })
    },
    'an unexpected error is thrown': async () => {
      const guesses: PasswordGuesses = { log10: () => Promise.reject(new Error('no memory')) }
      const { invite, accept, account } = await openHouse({ guesses })
      const { token } = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
      const broken = await accept({ token, name: 'amina', password: other, client }).catch(String)
      expect(broken).to.equal('Error: no memory')
    },
  })

  rule('133.74', 'anyone who may manage a user sees the keys that the user made and that still work', {
    'made and rotated, neither revoked nor expired nor of others': async () => {
      const { user, sure, ports, account, clock, suspend } = await openHouse()
      const [amina, okot] = [await user('amina'), await user('okot')]
      const who = { ...(await signedIn(ports, amina)), session: (await sure(amina)).session }
      const asOkot = { ...(await signedIn(ports, okot)), session: (await sure(okot)).session }
      const make = async (by: typeof who, name: string, more: object = {}) =>
        done((await createOwnKey(ports)({ who: by, name, scopes: ['read'], ...more })) as { keyId: string }).keyId
      const till = await make(who, 'till')
      await make(asOkot, 'shop')
      await make(who, 'old', { expiresAtMs: clock.nowMs() + minuteMs })
      await revokeOwnKey(ports)({ who, keyId: await make(who, 'lost') })
      const rotated = done((await rotateOwnKey(ports)({ who, kind: 'secret', keyId: till })) as { keyId: string }).keyId
      clock.forwardMs(minuteMs)
      await suspend({ by: 'okello', userId: amina.user.id })
      const of = (by: Parameters<ReturnType<typeof listMadeKeys>>[0]['by'], userId = amina.user.id) =>
        listMadeKeys(ports)({ userId, by })
      const made = done((await of(okot.user)) as readonly { id: string }[]).map(({ id }) => id)
      expect(made.toSorted()).to.deep.equal([till, rotated].toSorted())
      expect(account.keys.length).to.be.above(0)
      expect(await of('okello', (await user('kato', 'administrator')).user.id)).to.deep.equal([])
      expect(codeOf((await of('okello', 'nobody')) as object)).to.equal('unknown_user')
    },
    'to nobody else': async () => {
      const { user, ports } = await openHouse()
      const [amina, viewer] = [await user('amina'), await user('okot', 'viewer')]
      expect(codeOf((await listMadeKeys(ports)({ userId: amina.user.id, by: viewer.user })) as object)).to.equal(
        'not_allowed',
      )
    },
    'more than one page of actions': async () => {
      const { user, sure, ports } = await openHouse()
      const amina = await user('amina')
      const who = { ...(await signedIn(ports, amina)), session: (await sure(amina)).session }
      const made = done((await createOwnKey(ports)({ who, name: 'till', scopes: ['read'] })) as { keyId: string }).keyId
      const paged = {
        ...ports.actions,
        list: async (query: Parameters<typeof ports.actions.list>[0]) =>
          query.before === undefined ? { actions: [], next: 1_000_000 } : ports.actions.list(query),
      }
      const found = await listMadeKeys({ ...ports, actions: paged })({ userId: amina.user.id, by: 'okello' })
      expect((found as readonly { id: string }[]).map(({ id }) => id)).to.deep.equal([made])
    },
  })

  rule(
    '133.75',
    'an invitation by a command under the name of an operator ends with that operator, but not with a user of an account',
    table(
      ['suspended or removed', 'the invitation is'],
      [
        ['the operator of that name, suspended', 'invitation_gone'],
        ['the operator of that name, removed', 'invitation_gone'],
        ['another operator, suspended', 'done'],
        ['a manager of that name, suspended', 'done'],
      ] as const,
      async (what, answer) => {
        const { user, invite, lookUp, suspend, remove, account } = await openHouse()
        const isManager = what.startsWith('a manager')
        const { user: named } = await user('okello', isManager ? 'owner' : 'administrator')
        const { user: kato } = await user('kato', 'administrator')
        const made = [
          done(await invite({ by: 'okello', role: 'owner', accountId: account.id })),
          done(await invite({ by: 'okello', role: 'administrator', accountId: null })),
        ]
        const userId = what.startsWith('another') ? kato.id : named.id
        await (what.endsWith('removed') ? remove : suspend)({ by: 'okot', userId })
        for (const one of made) expect(codeOf(await lookUp(one))).to.equal(answer)
      },
    ),
  )
})
