import { expect } from 'chai'
import type { Response } from 'got'
import { Secret, TOTP } from 'otpauth'
import { codePeriodMs, type Role, type SessionPolicy } from '../../../../core/sente.ts'
import { softAuthenticator } from '../../../fixtures/authenticator.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'

describe('26 The dashboard: the second step', () => {
  /** A browser with its cookie; a user signs in and sets up an app in it. */
  async function openBrowser(role: Role = 'owner', policy: SessionPolicy = {}) {
    const { ask, clock, userOf, origin } = await openDashboard(policy)
    const site = { host: '127.0.0.1', origin }
    const { user } = await userOf(role)
    let cookie = ''
    let secret = ''
    const kept = (answer: Response<string>) => {
      cookie = /^sente-session=[^;]*/.exec(answer.headers['set-cookie']?.[0] ?? '')?.[0] ?? cookie
      return answer
    }
    const get = async (path: string) => kept(await ask(path.slice(1), { headers: { cookie } }))
    const post = async (path: string, form: Record<string, string> = {}) =>
      kept(await ask.post(path.slice(1), { form, headers: { ...ownForm, cookie } }))
    const signIn = (query = '') => post(`/sign-in${query}`, { name: user.name, password })
    const begin = async (given = password) => {
      const begun = await post('/me/second-step/app', { password: given })
      secret = /<pre>([A-Z2-7 ]+)<\/pre>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? secret
      return begun
    }
    const code = () => {
      clock.forwardMs(codePeriodMs)
      return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.nowMs() })
    }
    const enrol = async () => {
      await begin()
      return post('/me/second-step/code', { code: code() })
    }
    await signIn()
    return { get, post, signIn, begin, code, enrol, secret: () => secret, cookie: () => cookie, ask, site }
  }

  const recoveryCodesIn = ({ body }: Response<string>) => body.match(/[0-9a-f]{4}(-[0-9a-f]{4}){7}/g) ?? []
  const to = '/dashboard/statement?currency=UGX'
  const asked = `?${new URLSearchParams({ to })}`

  rule(
    '26.20',
    'a phone is set up with its code; its secret is shown once, and so are the recovery codes',
    async () => {
      const { get, post, begin, enrol, code, secret, cookie, ask } = await openBrowser()
      expect(textOf(await get('/me'))).to.include('Your password alone is enough')
      const before = cookie()
      const begun = await begin()
      const uri = /href="(otpauth:[^"]+)"/.exec(begun.body)?.[1] ?? ''
      expect(new URL(uri.replaceAll('&amp;', '&')).searchParams.get('secret')).to.equal(secret())
      expect(begun.body).to.include('role="img" aria-label="QR code for the app"').and.not.include('style=')
      expect(begun.body).to.match(/<path d="M4 4h7v1h-7z/)
      const wrong = await post('/me/second-step/code', { code: '000000' })
      expect(wrong.statusCode).to.equal(422)
      expect(wrong.body).not.to.include(secret())
      const set = await post('/me/second-step/code', { code: code() })
      expect(recoveryCodesIn(set)).to.have.lengthOf(10)
      expect(set.body).to.include('href="/me/second-step?done=app"')
      expect((await ask('me', { headers: { cookie: before } })).headers.location).to.match(/^\/sign-in/)
      const shown = await get('/me/second-step?done=app')
      expect(textOf(shown)).to.include('The app is set up').and.include('10 left.')
      expect(recoveryCodesIn(shown)).to.deep.equal([])
      expect(shown.body).not.to.include(secret())
      expect(textOf(await get('/me'))).to.include('takes your password and your second step')
      expect((await enrol()).headers.location).to.equal('/me/second-step?done=app')
    },
  )

  rule('26.21', 'after the password comes a code of the phone or a recovery code, then the requested page', {
    'a code of the phone': async () => {
      const { get, post, signIn, enrol, code } = await openBrowser()
      await enrol()
      expect((await signIn(asked)).headers.location).to.equal(`/second-step${asked}`)
      expect((await get(`/second-step${asked}`)).body).to.include(`action="/second-step${asked}"`)
      const wrong = await post(`/second-step${asked}`, { code: '000000' })
      expect(textOf(wrong)).to.include('That did not work')
      const good = code()
      expect((await post(`/second-step${asked}`, { code: good })).headers.location).to.equal(to)
      expect((await get(to)).statusCode).to.equal(200)
      expect((await get(`/second-step${asked}`)).headers.location).to.equal(to)
      await signIn()
      expect((await post('/second-step', { code: good })).statusCode).to.equal(422)
    },
    'a recovery code, once': async () => {
      const { get, post, signIn, enrol } = await openBrowser()
      const [recovery = ''] = recoveryCodesIn(await enrol())
      await signIn()
      const taken = await post('/second-step?to=//elsewhere.example/', { recovery: recovery.toUpperCase() })
      expect(taken.headers.location).to.equal('/dashboard/')
      expect(textOf(await get('/me/second-step'))).to.include('9 left.')
      await signIn()
      expect((await post('/second-step', { recovery })).statusCode).to.equal(422)
    },
  })

  rule(
    '26.22',
    'before the second step no other page is shown and no other form accepted, except to sign out',
    async () => {
      const { get, post, signIn, enrol, code } = await openBrowser()
      await enrol()
      await signIn()
      for (const path of ['/dashboard/', '/me', '/me/second-step']) {
        const first = `/second-step?${new URLSearchParams({ to: path })}`
        expect((await get(path)).headers.location, path).to.equal(first)
      }
      for (const path of ['app', 'code', 'passkey', 'passkey/made', 'drop', 'recovery']) {
        const sent = await post(`/me/second-step/${path}`, { password, code: code() })
        expect(sent.headers.location, path).to.equal('/second-step')
      }
      expect((await post('/me/password', { password, new: `${password}!` })).headers.location).to.equal('/second-step')
      expect((await post('/sign-out')).headers.location).to.equal('/sign-in')
      expect((await get('/second-step')).headers.location).to.match(/^\/sign-in/)
    },
  )

  rule('26.23', 'an operator who needs a second step sets it up before anything else, and must keep one', async () => {
    const { get, post, signIn, begin, code } = await openBrowser('administrator', { operatorsTakeTwoSteps: true })
    expect((await signIn('?to=/me')).headers.location).to.equal('/me/second-step?to=%2Fme')
    expect((await get('/me')).headers.location).to.equal('/me/second-step?to=%2Fme')
    expect((await get('/second-step?to=/me')).headers.location).to.equal('/me/second-step?to=%2Fme')
    const page = await get('/me/second-step?to=/me')
    expect(page.body).to.include('action="/me/second-step/app?to=%2Fme"').and.not.include('type="password"')
    await begin('')
    const set = await post('/me/second-step/code?to=/me', { code: code() })
    expect(recoveryCodesIn(set)).to.have.lengthOf(10)
    expect(set.body).to.include('<a href="/me">')
    expect((await get('/me')).statusCode).to.equal(200)
    const kept = await post('/me/second-step/drop', { password })
    expect(kept.statusCode).to.equal(422)
    expect(textOf(kept)).to.include('Operators must keep a second step')
  })

  rule(
    '26.24',
    'a second step can be set up or removed, and recovery codes made again, only with the password',
    async () => {
      const { get, post, signIn, begin, enrol } = await openBrowser()
      expect(textOf(await begin('wrong'))).to.include('The password is wrong')
      const old = recoveryCodesIn(await enrol())
      for (const path of ['app', 'passkey', 'drop', 'recovery']) {
        expect((await post(`/me/second-step/${path}`)).statusCode, path).to.equal(422)
      }
      const made = recoveryCodesIn(await post('/me/second-step/recovery', { password }))
      expect(made).to.have.lengthOf(10).and.not.include.members(old.slice(0, 1))
      const dropped = await post('/me/second-step/drop', { password })
      expect(dropped.headers.location).to.equal('/me/second-step?done=dropped')
      expect(textOf(await get('/me/second-step?done=dropped'))).to.include('Removed.')
      expect((await signIn()).headers.location).to.equal('/dashboard/')
    },
  )

  rule('26.25', 'a passkey made by the browser can be set up, and is the second step from then on', async () => {
    const { get, post, signIn, site } = await openBrowser()
    const key = softAuthenticator()
    const optionsIn = ({ body }: Response<string>) =>
      JSON.parse((/data-options="([^"]+)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"')) as object
    const named = { name: 'her phone' }
    expect((await post('/me/second-step/passkey', named)).statusCode).to.equal(422)
    const asked = await post('/me/second-step/passkey', { ...named, password })
    expect(asked.body).to.include('data-passkey="create"').and.include('name="name" value="her phone"')
    const made = JSON.stringify(key.register({ options: optionsIn(asked), site }))
    const set = await post('/me/second-step/passkey/made', { ...named, response: made })
    expect(recoveryCodesIn(set)).to.have.lengthOf(10)
    expect(textOf(await get('/me/second-step?done=passkey'))).to.include('Passkey her phone')
    await signIn('?to=/me')
    expect((await get('/second-step?to=/me')).body).not.to.include('name="code"')
    const check = await post('/second-step/passkey?to=/me')
    expect(check.body).to.include('data-passkey="get"').and.include('action="/second-step?to=%2Fme"')
    const response = JSON.stringify(key.sign({ options: optionsIn(check), site }))
    expect((await post('/second-step?to=/me', { response: '{}' })).statusCode).to.equal(422)
    expect((await post('/second-step?to=/me', { response })).statusCode).to.equal(422)
    const again = optionsIn(await post('/second-step/passkey?to=/me'))
    const signed = JSON.stringify(key.sign({ options: again, site }))
    expect((await post('/second-step?to=/me', { response: signed })).headers.location).to.equal('/me')
    await post('/me/second-step/drop', { passkey: key.id, password })
    expect((await signIn()).headers.location).to.equal('/dashboard/')
  })
})
