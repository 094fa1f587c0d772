import { expect } from 'chai'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../fixtures/http/forms.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { openIdProviderProcess } from '../../../fixtures/openIdProvider.ts'
import { rule, table } from '../../../rule.ts'
import { openIdHouse, placeIn } from './openIdHouse.ts'

describe('133 People: how sessions begin and end', () => {
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())

  const openHouse = () => openIdHouse(provider.settings)

  rule('133.68', 'a session begins by a form of our own pages, also at an identity provider, and never by a link', {
    'no request for a page opens one, or begins one at the provider': async () => {
      const { all, ask, userOf } = await openHouse()
      const { cookie } = await userOf('administrator', 'kato@gateway.example')
      const shown = all
        .filter(({ show }) => show !== undefined)
        .map(({ path }) => path.slice(1).replaceAll(/:\w+/g, '1'))
      expect(shown).to.include('sign-in/openid').and.to.have.length.above(40)
      for (const path of shown)
        for (const headers of [{}, { cookie }]) {
          const answer = await ask(path, { headers })
          const set = (answer.headers['set-cookie'] ?? []).filter((line) => !line.includes('Max-Age=0'))
          expect([path, set, placeIn(answer.body).startsWith('http')]).to.deep.equal([path, [], false])
        }
    },
    'a link to the provider leads to the page with the form, and from there to the requested page': async () => {
      const { ask, there } = await openHouse()
      const { headers, statusCode } = await ask('sign-in/openid?to=/operator/accounts')
      expect([statusCode, headers.location]).to.deep.equal([303, '/sign-in?to=%2Foperator%2Faccounts'])
      const page = await ask(headers.location?.slice(1) ?? '')
      const form = formsIn(page.body).find(({ action }) => action.startsWith('/sign-in/openid'))
      expect(form).to.include({ method: 'post', action: '/sign-in/openid?to=%2Foperator%2Faccounts' })
      provider.person.claims = { email: 'nakato@gateway.example', email_verified: true, amr: ['mfa'] }
      const { answer } = await there(form?.action.replace('/sign-in/openid', ''))
      expect(answer.headers.location).to.equal('/operator/accounts')
    },
    '': table(
      ['form', 'sent by', 'status'],
      ['sign-in', 'sign-in/openid', 'join/1', 'second-step', 'me/password'].flatMap((form) =>
        (['another site', 'a site of the same domain', 'no page'] as const).map((by): Sent => [form, by, 403]),
      ),
      async (form, by, status) => {
        const { ask, userOf } = await openHouse()
        const { cookie } = await userOf('owner')
        const sites = {
          'another site': 'cross-site',
          'a site of the same domain': 'same-site',
          'no page': 'none',
        } as const
        const headers = { ...ownForm, cookie, 'sec-fetch-site': sites[by] }
        const answer = await ask.post(form, { headers, body: 'name=nakato&password=any' })
        expect([answer.statusCode, answer.headers['set-cookie']]).to.deep.equal([status, undefined])
      },
    ),
  })

  rule('133.69', 'every page has a button to sign out, also before the second step, except for those for customers', {
    'each page of each role': async () => {
      const { all, userOf } = await openDashboard()
      let seen = 0
      for (const role of ['viewer', 'owner', 'administrator'] as const) {
        const user = await userOf(role)
        for (const { path, show } of all) {
          if (!show || path.startsWith('/pay/')) continue
          const { body, headers } = await user.get(path.replaceAll(/:\w+/g, '1'))
          if (!headers['content-type']?.startsWith('text/html')) continue
          expect([role, path, hasSignOut(body)]).to.deep.equal([role, path, true])
          seen += 1
        }
      }
      expect(seen).to.be.above(100)
    },
    'without the second step': async () => {
      const { userOf, again, ports } = await openDashboard({ operatorsTakeTwoSteps: true })
      const kato = await userOf('administrator')
      const leaves = async (path: string) => {
        const session = await again(kato)
        const { body } = await session.get(path)
        expect([path, hasSignOut(body), body.includes('class="brand"')]).to.deep.equal([path, true, true])
        const ended = await session.post('/sign-out')
        expect([ended.statusCode, ended.headers.location]).to.deep.equal([303, '/sign-in'])
        expect((await session.get(path)).headers.location).to.match(/^\/sign-in/)
      }
      await leaves('/me/second-step')
      await ports.people.change({ userId: kato.user.id, nowMs: ports.clock.nowMs() }, ({ user }) => ({
        value: undefined,
        user: { ...user, secondStep: { ...user.secondStep, codes: { sealed: 'a secret', lastPeriod: 0 } } },
      }))
      await leaves('/second-step')
    },
  })
})

type Sent = [form: string, by: 'another site' | 'a site of the same domain' | 'no page', status: number]

function hasSignOut(body: string): boolean {
  return formsIn(body).some(({ action, method }) => action === '/sign-out' && method === 'post')
}
