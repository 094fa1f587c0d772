import { expect } from 'chai'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { client, codeOf, done, openHouse, password } from './house.ts'

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
      expect(codeOf(await lookUp({ token }))).to.equal('invitation_gone')
      expect(codeOf(await accept({ token, name: 'other', password, client }))).to.equal('invitation_gone')
    },
    'an operator': async () => {
      const { user } = await openHouse()
      expect((await user('kato', 'operator')).user).to.include({ role: 'operator', accountId: null })
    },
    'of many who open it at once, one': async () => {
      const { account, invite, accept, listUsers } = await openHouse()
      const { token } = done(await invite({ by: 'amina', role: 'manager', accountId: account.id }))
      const joining = Array.from({ length: 20 }, (_, n) => accept({ token, name: `user ${n}`, password, client }))
      const codes = (await Promise.all(joining)).map(codeOf)
      expect(codes.filter((code) => code !== 'invitation_gone')).to.deep.equal(['done'])
      expect(await listUsers({ by: 'amina', accountId: account.id })).to.have.length(1)
    },
    'not after an hour, nor where the clock was ahead when it was made': async () => {
      const { account, clock, invite, accept } = await openHouse()
      const make = async () => done(await invite({ by: 'amina', role: 'manager', accountId: account.id })).token
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

  rule('133.2', 'a name is one user’s for good, whatever the capitals and the blanks around it', async () => {
    const { account, invite, accept, user, remove } = await openHouse()
    const { user: first } = await user('Amina@Duka.ug')
    const again = async (name: string) => {
      const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      return codeOf(await accept({ token, name, password, client }))
    }
    expect(await again(' amina@duka.UG ')).to.equal('name_taken')
    await remove({ by: 'amina', userId: first.id })
    expect(await again('amina@duka.ug')).to.equal('name_taken')
    expect(await again('  ')).to.equal('malformed_name')
    expect(await again('line\nbreak')).to.equal('malformed_name')
    expect(await again('amina2@duka.ug')).to.equal('done')
  })

  rule('133.3', 'a password has 12 to 256 characters and is not made of what everybody takes', {
    '': table(
      ['password', 'answer'],
      [
        ['elevenchars', 'malformed_password'],
        ['twelve chars', 'done'],
        ['password1234', 'guessable_password'],
        ['P@ssw0rd2026!', 'guessable_password'],
        ['qwertyuiop123', 'guessable_password'],
        ['123456789012', 'guessable_password'],
        ['abababababab', 'guessable_password'],
        ['wanjiku-2026', 'guessable_password'],
        ['iloveyoumonkey', 'guessable_password'],
        ['seven herons over Jinja', 'done'],
        ['tŕž ŵelve sígns', 'done'],
      ],
      async (given, answer) => {
        const { account, invite, accept } = await openHouse()
        const { token } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
        expect(codeOf(await accept({ token, name: 'wanjiku', password: given, client }))).to.equal(answer)
      },
    ),
  })

  rule('133.4', 'a user who has forgotten the password sets a new one by a link, which ends all sessions', async () => {
    const { user, inviteNewPassword, lookUp, accept, signIn, resume, change, suspend } = await openHouse()
    const { user: amina, token } = await user('amina')
    const { user: other } = await user('other')
    await change({ by: 'okello', userId: other.id, role: 'viewer' })
    const link = done(await inviteNewPassword({ by: amina, userId: other.id }))
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
