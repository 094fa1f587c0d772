import { expect } from 'chai'
import { got, type Response } from 'got'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../fixtures/http/forms.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { openIdProviderProcess } from '../../../fixtures/openIdProvider.ts'
import { rule } from '../../../rule.ts'
import { openIdHouse, placeIn } from '../../operators/133-people/openIdHouse.ts'

describe('26 The dashboard: forms over a sign-in through an identity provider', () => {
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())

  const path = '/operator/new-account'

  /** A form of an operator whose session has ended, and who signs in at the provider. */
  async function sentLate(fields: Record<string, string>) {
    provider.person.claims = { email: 'nakato@gateway.example', email_verified: true, amr: ['mfa'] }
    const house = await openIdHouse({ ...provider.settings, claim: 'email' })
    const { ask, operator, clock } = house
    clock.forwardMs(31 * 60_000)
    const { cookie } = operator
    const stopped = await ask.post(path.slice(1), { form: fields, headers: { ...ownForm, cookie } })
    const form = formsIn(stopped.body).find(({ action }) => action === '/sign-in/openid')
    const body = new FormData()
    for (const [name, value] of form?.fields ?? []) body.append(name, value)
    const begun = await ask.post('sign-in/openid', { body, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    const back = new URL((await got(placeIn(begun.body), { followRedirect: false })).headers.location ?? '')
    // The browser leaves out the cookie of the session when another site leads back.
    const cookies = cookiesOf(begun)
    const led = (given: string) => ask(`${back.pathname.slice(1)}${back.search}`, { headers: { cookie: given } })
    return { ...house, stopped, begun, cookies, led }
  }

  function cookiesOf({ headers }: Response<string>): string {
    return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  }

  rule('26.35', 'a sign-in through an identity provider keeps a form, too, if a cookie has room for it', {
    'a short one': async () => {
      const { begun, cookies, led, ask } = await sentLate({ name: 'Kiosk & sons', kyc: 'complete' })
      expect(decodeURIComponent(cookies)).not.to.include('Kiosk')
      expect(begun.headers['set-cookie']?.join()).to.match(
        /sente-kept=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600/,
      )
      const answer = await led(cookies)
      expect(textOf(answer)).to.include('Your form has not been sent yet')
      const kept = formsIn(answer.body).find(({ action }) => action === path)
      expect(Object.fromEntries(kept?.fields ?? [])).to.include({ name: 'Kiosk & sons', kyc: 'complete' })
      expect(cookiesOf(answer)).to.match(/sente-kept-seen=[\w-]+/)
      const headers = { ...ownForm, cookie: cookiesOf(answer) }
      const sent = await ask.post(path.slice(1), { form: Object.fromEntries(kept?.fields ?? []), headers })
      expect([sent.statusCode, sent.body.includes('Kiosk &amp; sons')]).to.deep.equal([422, true])
    },
    'a long one is not kept, and the page says so': async () => {
      const because = Array.from({ length: 150 }, () => crypto.randomUUID()).join()
      const { stopped, cookies, led } = await sentLate({ name: 'Kiosk', because })
      expect(textOf(stopped)).to.include('Your form is too long to be kept this way')
      expect((await led(cookies)).headers.location).to.equal('/operator/')
    },
    'one that was sealed for another sign-in is dropped': async () => {
      const { cookies, led } = await sentLate({ name: 'Kiosk' })
      const other = await sentLate({ name: 'Another kiosk' })
      const [own = '', elsewhere = ''] = [cookies, other.cookies].map((all) => /sente-kept=[^;]*/.exec(all)?.[0])
      const answer = await led(cookies.replace(own, elsewhere))
      expect(answer.headers.location).to.equal('/operator/')
    },
  })
})
