import { expect } from 'chai'
import { got } from 'got'
import type { Page } from 'playwright-core'
import { pauseNetwork } from '../../../../core/sente.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import type { Keyboard } from '../../../fixtures/http/keyboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { invited } from '../../../fixtures/people.ts'
import { oneOf } from '../../../night.ts'
import { rule, table, test } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

type View = readonly [width: 1280 | 360, colours: 'dark' | 'light']
type ScriptedView = readonly [script: boolean, ...View]

describe('134 The operators’ pages: in a browser', () => {
  const visit = inBrowser()
  rule(
    '134.9',
    'an operator joins with a passkey as second step, and signs in with it again, by keyboard only',
    table<View>(
      ['width', 'colours'],
      Object.values(oneOf<View>({ desktop: [1280, 'dark'], phone: [360, 'light'] })),
      async (width, colours) => {
        const { origin, invite } = await openForBrowsers()
        const { page, look, keys, faults, close } = await visit(origin, { script: true, width, colours })
        await addAuthenticator(page)
        await page.goto(origin + (await invite()))
        await join(keys, 'nakato@gateway.example')
        await look('Second step')
        await keys.tabTo('Your name for it', 'The key on the ring')
        await keys.press('Enter')
        await look('Passkey')
        await keys.enter('Ask for the passkey')
        await look('Recovery codes')
        await keys.enter('Go on')
        await page.getByText('The passkey is set up').waitFor()
        await keys.enter('Overview')
        await look('Overview')
        await keys.enter('Sign out')
        await look('Sign in')
        await keys.tabTo('name', 'nakato@gateway.example')
        await keys.tabTo('password', password)
        await keys.press('Enter')
        await look('Second step')
        await keys.enter('Use a passkey')
        await look('Passkey')
        await keys.enter('Ask for the passkey')
        await look('Overview')
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )

  rule(
    '134.10',
    'every page for operators can be reached by links, read and used by keyboard, on a phone and on a desk, with a script and without',
    table<ScriptedView>(
      ['script', 'width', 'colours'],
      Object.values(
        oneOf<ScriptedView>({
          desktop: [true, 1280, 'light'],
          phone: [true, 360, 'dark'],
          plain: [false, 360, 'light'],
        }),
      ),
      async (script, width, colours) => {
        const { origin, invite } = await openForBrowsers({ operatorsTakeTwoSteps: false })
        const { page, keys, look, walk, faults, close } = await visit(origin, { script, width, colours })
        await page.goto(origin + (await invite()))
        await join(keys, `akello-${width}-${script}@gateway.example`)
        await look('Overview')
        expect(await walk('/operator/')).to.include.members(['/operator/', '/operator/payments/*'])
        expect(await walk('/me')).to.include('/me/second-step')
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})

describe('Attacks: an overheard passkey', () => {
  const visit = inBrowser()
  test('the signature of an authenticator opens one session once, and no other', async () => {
    const { origin, invite } = await openForBrowsers()
    const { page, look, keys, close } = await visit(origin, { script: true, width: 1280, colours: 'light' })
    await addAuthenticator(page)
    await page.goto(origin + (await invite()))
    await join(keys, 'nakato@gateway.example')
    await look('Second step')
    await keys.tabTo('Your name for it', 'The key on the ring')
    await keys.press('Enter')
    await look('Passkey')
    await keys.enter('Ask for the passkey')
    await look('Recovery codes')
    await keys.enter('Go on')
    await page.getByText('The passkey is set up').waitFor()
    await keys.enter('Sign out')
    await look('Sign in')
    const signed: (string | null)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/second-step')) signed.push(request.postData())
    })
    await keys.tabTo('name', 'nakato@gateway.example')
    await keys.tabTo('password', password)
    await keys.press('Enter')
    await look('Second step')
    await keys.enter('Use a passkey')
    await look('Passkey')
    const sent = (await page.context().cookies()).find(({ name }) => name === 'sente-session')
    await keys.enter('Ask for the passkey')
    await look('Overview')
    await close()
    const [body = ''] = signed
    expect(body).to.include('clientDataJSON')
    const ask = got.extend({ prefixUrl: origin, followRedirect: false, throwHttpErrors: false, headers: ownForm })
    const replay = (cookie: string) => ask.post('second-step', { body: body ?? '', headers: { cookie } })
    // The session that it was signed for has another token by now.
    expect((await replay(`${sent?.name}=${sent?.value}`)).headers.location).to.equal('/sign-in')
    const form = new URLSearchParams({ name: 'nakato@gateway.example', password }).toString()
    for (const isAsked of [false, true]) {
      const { headers } = await ask.post('sign-in', { body: form })
      const cookie = /sente-session=[^;]+/.exec(headers['set-cookie']?.join() ?? '')?.[0] ?? ''
      // With a challenge of its own, and without one.
      if (isAsked) expect((await ask.post('second-step/passkey', { headers: { cookie } })).statusCode).to.equal(200)
      expect((await replay(cookie)).statusCode).to.equal(422)
      expect((await ask('operator/', { headers: { cookie } })).headers.location).to.match(/^\/second-step/)
    }
  })
})

/** A gateway with something to see, and the link for a new operator. */
async function openForBrowsers(policy = { operatorsTakeTwoSteps: true }) {
  const dashboard = await openDashboard(policy)
  const { ports, pay, origin } = dashboard
  for (const outcome of ['declines', 'accepts', 'succeeds'] as const)
    await pay(outcome, { reference: `wages-${outcome}` })
  const { afterAnswer } = await pay('accepts', { reference: 'wages-in-doubt' })
  await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
  const line = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
  await pauseNetwork(ports)({ ...line, by: 'okello', because: 'they said so by phone' })
  const invite = async () => `/join/${await invited(ports, 'administrator')}`
  // Passkeys belong to a name, which an address is not.
  return { origin: origin.replace('127.0.0.1', 'localhost'), invite }
}

async function join(keys: Keyboard, name: string): Promise<void> {
  await keys.tabTo('name', name)
  await keys.tabTo('password', password)
  await keys.tabTo('again', password)
  await keys.press('Enter')
}

/** Gives a window a key that is touched whenever a page asks for it. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'usb', hasResidentKey: false, hasUserVerification: false } as const
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options })
}
