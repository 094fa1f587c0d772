import { expect } from 'chai'
import { createOwnKey } from '../../../../core/sente.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../fixtures/http/forms.ts'
import { joined, signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

describe('133 People: keys made by a user', () => {
  const users = '/dashboard/settings/users'

  rule('133.76', 'suspending, demoting or removing a user shows the keys that the user made, to revoke them', {
    'on the page': table(
      ['change', 'are shown'],
      [
        ['suspend', 'yes'],
        ['viewer', 'yes'],
        ['remove', 'yes'],
        ['owner', 'no'],
      ],
      async (change, shown) => {
        const { userOf } = await openDashboard()
        const [amina, okot] = [await userOf('owner'), await userOf('owner', 'okot@shop.example')]
        await okot.post('/dashboard/settings/keys/new', { name: 'till', scope: 'read', password })
        await amina.post('/dashboard/settings/keys/new', { name: 'shop', scope: 'read', password })
        const page = await amina.post(`${users}/change`, { user: okot.user.id, change, password, sure: 'yes' })
        expect(page.statusCode).to.equal(shown === 'yes' ? 200 : 303)
        if (shown === 'no') return
        expect(textOf(page)).to.include('Keys that are still valid').and.include('till (').and.not.include('shop (')
        const revoke = formsIn(page.body).find(({ action }) => action === '/dashboard/settings/keys/revoke')
        const answer = await amina.post(revoke?.action ?? '', {
          ...Object.fromEntries(revoke?.fields ?? []),
          sure: 'yes',
        })
        expect(answer.headers.location).to.equal('/dashboard/settings/keys?done=revoked')
        expect((await amina.get('/dashboard/settings/keys')).body)
          .to.include('shop (')
          .and.not.include('till (')
      },
    ),
    'on the page, without any': async () => {
      const { userOf } = await openDashboard()
      const [amina, okot] = [await userOf('owner'), await userOf('viewer')]
      const answer = await amina.post(`${users}/change`, { user: okot.user.id, change: 'suspend' })
      expect(answer.headers.location).to.equal(`${users}?done=changed`)
    },
    'by the command': async () => {
      const { json, sente, id, ports, clock } = await openCommandLine()
      await joined(ports, { accountId: id, name: 'second' })
      const amina = await joined(ports, { accountId: id })
      const who = await signedIn(ports, amina)
      const session = { ...who.session, confirmedUntilMs: clock.nowMs() + 60_000 }
      const made = await createOwnKey(ports)({ who: { ...who, session }, name: 'till', scopes: ['read'] })
      const keyId = 'keyId' in made ? made.keyId : ''
      const text = `\nwanjiku@duka.example made keys that are still valid:\n  sente key revoke ${keyId}\n`
      expect((await sente('user', 'set', amina.user.id, '--role', 'viewer')).out)
        .to.match(/viewer/)
        .and.include(text)
      expect((await sente('user', 'suspend', amina.user.id)).out).to.include(text)
      expect((await json('user', 'remove', amina.user.id)).json.valid_keys).to.containSubset([
        { key_id: keyId, name: 'till' },
      ])
      const { user } = await joined(ports, { accountId: id, name: 'okot' })
      expect((await json('user', 'end-sessions', user.id)).json.valid_keys).to.deep.equal([])
    },
  })
})
