import { expect } from 'chai'
import { acceptInvitation, isRefusal, resumeSession } from '../../../../core/sente.ts'
import { cheapPasswords, goodPassword, joined, manyGuesses } from '../../../fixtures/people.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { client } from './house.ts'

describe('133 People: commands', () => {
  rule('133.31', 'sente user invite prints a link for a user of an account, or for an operator', {
    'a path without a public address': async () => {
      const { json, id, ports, clock } = await openCommandLine()
      const invited = await json('user', 'invite', '--account', id, '--role', 'viewer')
      expect(invited.json.link).to.match(/^\/join\/[\w-]{43}$/)
      expect(invited.json.expires_at).to.equal(new Date(clock.nowMs() + 3_600_000).toISOString())
      const token = invited.json.link.slice('/join/'.length)
      const accept = acceptInvitation({ ...ports, passwords: cheapPasswords, guesses: manyGuesses })
      const user = await accept({ token, name: 'okot', password: goodPassword, client })
      expect(isRefusal(user) || user.user.role).to.equal('viewer')
    },
    'a link with a public address': async () => {
      const { sente } = await openCommandLine({ store: { publicUrl: 'https://pay.example' } })
      expect((await sente('user', 'invite', '--operator', '--role', 'security')).out).to.match(
        /^Link: {7}https:\/\/pay\.example\/join\/[\w-]{43}\nValid until: .*[+]00:00, once\nInvitation: [0-9a-f]{16}\n$/,
      )
    },
    'an invalid command': async () => {
      const { sente, id } = await openCommandLine()
      for (const given of [
        [],
        ['--account', id],
        ['--role', 'viewer'],
        ['--operator'],
        ['--operator', '--account', id, '--role', 'viewer'],
      ]) {
        expect((await sente('user', 'invite', ...given)).code, given.join(' ')).to.equal(2)
      }
      expect((await sente('user', 'invite', '--account', 'none', '--role', 'viewer')).err).to.equal(
        'There is no account none\n',
      )
    },
  })

  rule('133.32', 'sente user lists users and changes one by its id or its name', async () => {
    const { json, sente, id, ports } = await openCommandLine()
    await joined(ports, { accountId: id, name: 'amina' })
    const { user, token } = await joined(ports, { accountId: id })
    await joined(ports, { accountId: null, name: 'kato' })
    const named = async (...argv: string[]) =>
      (await json('user', 'list', ...argv)).json.users.map(({ name }: { name: string }) => name)
    expect(await named('--account', id)).to.deep.equal(['amina', 'wanjiku@duka.example'])
    expect(await named()).to.deep.equal(['kato'])
    const change = async (...argv: string[]) => (await json('user', ...argv)).json
    expect(await change('set', 'WANJIKU@duka.example', '--role', 'viewer')).to.include({ role: 'viewer' })
    expect(await change('suspend', user.id, '--because', 'ticket 4711')).to.include({ state: 'suspended' })
    expect(await resumeSession(ports)({ token })).to.equal(undefined)
    expect(await change('resume', user.id)).to.include({ state: 'active', second_step: false })
    expect(await change('end-sessions', user.id)).to.include({ user_id: user.id })
    expect(await change('reset-second-step', user.id)).to.include({ name: 'wanjiku@duka.example' })
    expect((await change('reset-password', 'wanjiku@duka.example')).link).to.match(/^\/join\//)
    expect(await change('remove', user.id)).to.include({ state: 'removed' })
    expect((await sente('user', 'suspend', 'nobody')).err).to.equal('There is no user nobody\n')
    expect(await named('--account', id)).to.deep.equal(['amina'])
    expect((await sente('user', 'list')).out).to.match(/kato +administrator +active/)
  })
})
