import { expect } from 'chai'
import { suspendUser } from '../../../../core/sente.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { invited } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: signing in', () => {
  const tokenIn = (cookies: readonly string[] | undefined) => /^sente-session=([^;]*)/.exec(cookies?.[0] ?? '')?.[1]

  rule('26.1', 'an invited person chooses a name and a password and is signed in, and the link is used up', {
    'a new user': async () => {
      const { ask, ports, account } = await openDashboard()
      const path = `join/${await invited(ports, 'viewer', account.id)}`
      expect(textOf(await ask(path))).to.include('You join Duka as viewer.')
      const form = { name: 'akello', password, again: password }
      const joined = await ask.post(path, { form, headers: ownForm })
      expect(joined.headers.location).to.equal('/dashboard/')
      const cookie = `sente-session=${tokenIn(joined.headers['set-cookie'])}`
      expect((await ask('dashboard/', { headers: { cookie } })).statusCode).to.equal(200)
      expect(textOf(await ask(path))).to.include('The link is no longer valid')
    },
    'a refusal has a message, and the link stays valid': async () => {
      const { ask, ports, account } = await openDashboard()
      const path = `join/${await invited(ports, 'owner', account.id)}`
      const sent = (form: Record<string, string>) => ask.post(path, { form, headers: ownForm })
      const differ = await sent({ name: 'akello', password, again: `${password}!` })
      expect(textOf(differ)).to.include('The two passwords are not the same')
      const short = await sent({ name: 'akello', password: 'short', again: 'short' })
      expect(short.statusCode).to.equal(422)
      expect(short.body).to.include('value="akello"').and.not.include('value="short"')
      expect((await sent({ name: 'akello', password, again: password })).statusCode).to.equal(303)
    },
  })

  rule('26.2', 'a sign-in leads to the requested page, and never to another site', {
    '': table(
      ['asked for', 'led to'],
      [
        [undefined, '/dashboard/'],
        ['/dashboard/statement?currency=UGX', '/dashboard/statement?currency=UGX'],
        ['//elsewhere.example/', '/dashboard/'],
        ['/\\elsewhere.example', '/dashboard/'],
        ['https://elsewhere.example/', '/dashboard/'],
        ['/dash board', '/dashboard/'],
      ],
      async (to, ledTo) => {
        const { ask, userOf } = await openDashboard()
        await userOf()
        const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`
        const form = { name: 'owner@shop.example', password }
        const { headers } = await ask.post(`sign-in${query}`, { form, headers: ownForm })
        expect(headers.location).to.equal(ledTo)
      },
    ),
    'a signed-in user continues at once': async () => {
      const { userOf } = await openDashboard()
      const { get } = await userOf()
      expect((await get('/sign-in?to=/me')).headers.location).to.equal('/me')
    },
  })

  rule(
    '26.3',
    'a wrong name and a wrong password get the same message, and the password is never shown again',
    async () => {
      const { ask, userOf } = await openDashboard()
      await userOf()
      const texts = []
      for (const form of [
        { name: 'owner@shop.example', password: 'not the right words' },
        { name: 'nobody', password: 'not the right words' },
      ]) {
        const refused = await ask.post('sign-in', { form, headers: ownForm })
        expect(refused.statusCode).to.equal(422)
        expect(refused.headers['set-cookie']).to.equal(undefined)
        expect(refused.body).not.to.include('not the right words')
        texts.push(textOf(refused))
      }
      expect(texts[0]).to.include('The name or the password is wrong').and.equal(texts[1])
    },
  )

  rule('26.4', 'a session ends at once when its user signs out, is suspended, or ends it from another browser', {
    'signing out': async () => {
      const { userOf } = await openDashboard()
      const { get, post } = await userOf()
      const left = await post('/sign-out')
      expect(left.headers['set-cookie']?.[0]).to.include('sente-session=; ').and.include('Max-Age=0')
      expect((await get('/dashboard/')).headers.location).to.match(/^\/sign-in/)
    },
    'a suspended user': async () => {
      const { userOf, ports } = await openDashboard()
      const { get, user } = await userOf()
      await suspendUser(ports)({ by: 'okello', userId: user.id })
      expect((await get('/dashboard/')).headers.location).to.match(/^\/sign-in/)
    },
    'from another browser': async () => {
      const { ask, userOf } = await openDashboard()
      const first = await userOf()
      const form = { name: 'owner@shop.example', password }
      const second = await ask.post('sign-in', { form, headers: ownForm })
      const cookie = `sente-session=${tokenIn(second.headers['set-cookie'])}`
      await ask.post('me/sessions', {
        headers: { ...ownForm, cookie },
        form: { session: first.session.id, sure: 'yes' },
      })
      expect((await first.get('/me')).statusCode).to.equal(303)
      expect((await ask('me', { headers: { cookie } })).statusCode).to.equal(200)
    },
  })

  rule(
    '26.5',
    'a new password needs the old one, ends every other session, and gives this one a new token',
    async () => {
      const { ask, userOf } = await openDashboard()
      const { get, post } = await userOf()
      const newPassword = 'eleven canoes at dusk'
      const wrong = await post('/me/password', { password: 'not it at all', new: newPassword, again: newPassword })
      expect(textOf(wrong)).to.include('The password is wrong')
      const changed = await post('/me/password', { password, new: newPassword, again: newPassword })
      expect(changed.headers.location).to.equal('/me?done=password')
      expect((await get('/me')).statusCode).to.equal(303)
      const cookie = `sente-session=${tokenIn(changed.headers['set-cookie'])}`
      expect(textOf(await ask('me?done=password', { headers: { cookie } }))).to.include('The password is changed')
    },
  )
})
