import { expect } from 'chai'
import type { PasswordGuesses } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { manyGuesses } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

/** The answer to a user who joins with a password. */
async function answerTo(given: string, guesses = manyGuesses): Promise<string> {
  const { account, invite, accept } = await openHouse({ guesses })
  const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
  return codeOf(await accept({ token, name: 'wanjiku', password: given, client }))
}

describe('133 People', () => {
  rule('133.1', 'a link makes one user of an account, or one operator, once, within an hour', {
    'of an account': async () => {
      const { account, invite, lookUp, accept, resume } = await openHouse()
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      expect(token).to.match(/^[\w-]{43}$/)
      expect(await lookUp({ token })).to.include({ role: 'viewer', accountName: 'Duka', userName: null })
      const joined = done(await accept({ token, name: ' Wanjiku ', password, client }))
      expect(joined.user).to.include({ name: 'Wanjiku', role: 'viewer', accountId: account.id, state: 'active' })
      expect(joined).to.deep.include({ needs: null, account: { id: account.id, name: 'Duka' } })
      expect((await resume({ token: joined.token }))?.user.name).to.equal('Wanjiku')
      expect((await resume({ token: joined.token }))?.account).to.deep.equal({
        id: account.id,
        name: 'Duka',
        language: null,
      })
      expect(codeOf(await lookUp({ token }))).to.equal('invitation_gone')
      expect(codeOf(await accept({ token, name: 'other', password, client }))).to.equal('invitation_gone')
    },
    'an operator': async () => {
      const { invite, lookUp, accept } = await openHouse()
      const { token } = done(await invite({ by: 'amina', role: 'administrator', accountId: null }))
      expect(await lookUp({ token })).to.include({ role: 'administrator', accountName: null, userName: null })
      const joined = done(await accept({ token, name: 'kato', password, client }))
      expect(joined.user).to.include({ role: 'administrator', accountId: null })
      expect(joined.account).to.equal(null)
    },
    'not another link, nor one to an account that was closed meanwhile': async () => {
      const { account, ports, invite, accept } = await openHouse()
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      const join = async (given: string) => codeOf(await accept({ token: given, name: 'wanjiku', password, client }))
      expect(await join('never')).to.equal('invitation_gone')
      await ports.accounts.change(account.id, (one) => ({ ...one, closed: true }))
      expect(await join(token)).to.equal('invitation_gone')
    },
    'one of many people who open it at once': async () => {
      const { account, invite, accept, listUsers } = await openHouse()
      const { token } = done(await invite({ by: 'amina', role: 'owner', accountId: account.id }))
      const joining = Array.from({ length: 20 }, (_, n) => accept({ token, name: `user ${n}`, password, client }))
      const codes = (await Promise.all(joining)).map(codeOf)
      expect(codes.filter((code) => code !== 'invitation_gone')).to.deep.equal(['done'])
      expect(await listUsers({ by: 'amina', accountId: account.id })).to.have.length(1)
    },
    'not after an hour, nor when the clock was ahead when it was made': async () => {
      const { account, clock, invite, accept } = await openHouse()
      const make = async () => done(await invite({ by: 'amina', role: 'owner', accountId: account.id })).token
      const [one, other] = [await make(), await make()]
      clock.forwardMs(hourMs - 1)
      expect(codeOf(await accept({ token: one, name: 'early', password, client }))).to.equal('done')
      clock.forwardMs(1)
      expect(codeOf(await accept({ token: other, name: 'late', password, client }))).to.equal('invitation_gone')
      const ahead = await make()
      clock.jumpMs(-5 * hourMs)
      expect(codeOf(await accept({ token: ahead, name: 'ahead', password, client }))).to.equal('invitation_gone')
    },
  })

  rule('133.2', 'a name belongs to one user for good, whatever its capitals and the blanks around it', async () => {
    const { account, invite, accept, user, remove } = await openHouse()
    const { user: first } = await user('Amina@Duka.ug')
    const again = async (name: string) => {
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      return accept({ token, name, password, client })
    }
    const taken = { refused: 'name_taken', message: 'Another user already has this name: choose a different one' }
    expect(await again(' amina@duka.UG ')).to.deep.equal(taken)
    await remove({ by: 'amina', userId: first.id })
    expect(await again('amina@duka.ug')).to.deep.equal(taken)
    expect(codeOf(await again('  '))).to.equal('malformed_name')
    expect(codeOf(await again('line\nbreak'))).to.equal('malformed_name')
    expect(codeOf(await again('amina2@duka.ug'))).to.equal('done')
  })

  rule('133.3', 'a password has 12 to 256 characters, and resists a hundred billion guesses', {
    'its length': table(
      ['characters', 'answer'],
      [
        [11, 'malformed_password'],
        [12, 'done'],
        [256, 'done'],
        [257, 'malformed_password'],
      ],
      async (length, answer) => {
        expect(await answerTo('seven herons over Jinja '.repeat(11).slice(0, length))).to.equal(answer)
      },
    ),
    'its guesses, as a power of ten': table(
      ['guesses', 'answer'],
      [
        [10.9, 'guessable_password'],
        [11, 'done'],
      ],
      async (log10, answer) => expect(await answerTo(password, { log10: async () => log10 })).to.equal(answer),
    ),
    'the words that are guessed first: the names of sente, the user and the account, and their parts': async () => {
      const asked: (readonly [string, readonly string[]])[] = []
      const guesses: PasswordGuesses = {
        async log10(...one) {
          asked.push(one)
          return 20
        },
      }
      const { account, invite, accept, changePassword } = await openHouse({ guesses })
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      const { session } = done(await accept({ token, name: 'Okot7, Jo@Mpya', password, client }))
      done(await changePassword({ session, password, newPassword: 'ｎine otters in Lira', client }))
      const about = ['sente', 'mobile', 'money', 'momo', 'mtn', 'airtel']
      const words = [...about, 'okot7, jo@mpya', 'okot7', 'mpya', 'duka', 'duka']
      expect(asked).to.deep.equal([
        [password, words],
        ['nine otters in Lira', words],
      ])
    },
    message: async () => {
      const { account, invite, accept } = await openHouse({ guesses: { log10: async () => 4 } })
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      const given = { token, name: 'wanjiku', client }
      expect(await accept({ ...given, password: 'too short' })).to.deep.equal({
        ...{ refused: 'malformed_password', message: 'A password must have 12 to 256 characters' },
      })
      expect(await accept({ ...given, password: 'password1234' })).to.deep.equal({
        refused: 'guessable_password',
        message: 'That password is easy to guess: use several words that do not belong together',
      })
    },
  })

  rule('133.4', 'a user who has forgotten the password sets a new one by a link, and all sessions end', async () => {
    const { user, sure, inviteNewPassword, lookUp, accept, signIn, resume, change, suspend } = await openHouse()
    const joined = await user('amina')
    const { user: amina, token } = joined
    const { user: other } = await user('other')
    await change({ by: 'okello', userId: other.id, role: 'viewer' })
    const link = done(await inviteNewPassword({ ...(await sure(joined)), userId: other.id }))
    const own = done(await inviteNewPassword({ by: 'okello', userId: amina.id }))
    expect(await lookUp(link)).to.include({ userName: 'other' })
    await suspend({ by: 'okello', userId: other.id })
    expect(codeOf(await accept({ ...link, name: '', password, client }))).to.equal('invitation_gone')
    expect(codeOf(await accept({ ...own, name: 'ignored', password: 'too short', client }))).to.equal(
      'malformed_password',
    )
    const long = { ...own, name: '', password: 'long enough '.repeat(22), client }
    expect(codeOf(await accept(long))).to.equal('malformed_password')
    const set = done(await accept({ ...own, name: 'ignored', password: 'nine otters in Lira', client }))
    expect(set.user.name).to.equal('amina')
    expect(await resume({ token })).to.equal(undefined)
    expect(codeOf(await signIn({ name: 'amina', password, client }))).to.equal('wrong_sign_in')
    expect(codeOf(await signIn({ name: 'amina', password: 'nine otters in Lira', client }))).to.equal('done')
    expect(codeOf(await accept({ ...own, name: '', password, client }))).to.equal('invitation_gone')
  })
})
