import { expect } from 'chai'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { suspendUser } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { type Claims, openIdProviderProcess } from '../../../fixtures/openIdProvider.ts'
import { rule, table } from '../../../rule.ts'
import { openIdHouse } from './openIdHouse.ts'

describe('133 People: an OpenID provider', () => {
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())
  afterEach(() => {
    Object.assign(provider.person, { claims: {}, info: {}, spoilt: {}, isForged: false, error: undefined })
  })

  const nakato = { email: 'nakato@gateway.example', email_verified: true }

  const openHouse = (claim = 'email') => openIdHouse({ ...provider.settings, claim })

  rule(
    '133.35',
    'an operator recognised by an identity provider is signed in without a password, and continues to the requested page',
    async () => {
      const { there, ask } = await openHouse()
      provider.person.claims = { ...nakato, amr: ['pwd', 'mfa'] }
      expect((await ask('sign-in')).body).to.include('action="/sign-in/openid" method="post"')
      const { answer, session, line, place } = await there('?to=/operator/accounts')
      expect(new URL(place).searchParams.get('code_challenge_method')).to.equal('S256')
      expect(line).to.include('HttpOnly; SameSite=Lax; Max-Age=600')
      expect([answer.statusCode, answer.headers.location]).to.deep.equal([303, '/operator/accounts'])
      const page = await ask('operator/accounts', { headers: { cookie: session } })
      expect(textOf(page)).to.include('nakato@gateway.example')
    },
  )

  rule(
    '133.36',
    'the provider’s second step counts only if its answer says so; otherwise ours is needed',
    table(
      ['the provider says', 'leads to'],
      [
        ['{"amr":["pwd","mfa"]}', '/operator/'],
        ['{"acr":"phr"}', '/operator/'],
        ['{"acr":"https://refeds.org/profile/mfa"}', '/operator/'],
        ['{"amr":["pwd"]}', '/me/second-step'],
        ['{"amr":"mfa"}', '/me/second-step'],
        ['{"acr":"1"}', '/me/second-step'],
        ['{}', '/me/second-step'],
      ],
      async (says, leadsTo) => {
        const { there } = await openHouse()
        provider.person.claims = { ...nakato, ...JSON.parse(says) }
        expect((await there()).answer.headers.location).to.equal(leadsTo)
      },
    ),
  )

  rule('133.37', 'nobody else is signed in: the provider creates no users, and signs in no users of accounts', {
    '': table(
      ['who'],
      [
        ['{"email":"okello@gateway.example","email_verified":true}'],
        ['{"email":"owner@shop.example","email_verified":true}'],
        ['{"email":"suspended@gateway.example","email_verified":true}'],
        ['{"email":"nakato@gateway.example","email_verified":false}'],
        ['{"email":"nakato@gateway.example"}'],
        ['{"preferred_username":"nakato@gateway.example"}'],
        ['{"email":"Nakato@gateway.example","email_verified":true}'],
      ],
      async (who) => {
        const { there, userOf, ports } = await openHouse()
        await userOf('owner')
        const suspended = await userOf('administrator', 'suspended@gateway.example')
        await suspendUser(ports)({ by: 'okot', userId: suspended.user.id })
        provider.person.claims = { ...JSON.parse(who), amr: ['mfa'] }
        const { answer, session } = await there()
        expect([answer.statusCode, session]).to.deep.equal([422, undefined])
      },
    ),
    'by the claim in the settings': async () => {
      const { there } = await openHouse('preferred_username')
      provider.person.claims = { preferred_username: 'nakato@gateway.example', amr: ['mfa'] }
      expect((await there()).answer.headers.location).to.equal('/operator/')
    },
  })

  rule(
    '133.38',
    'the provider’s answer is valid once, in the browser that began, and only as the provider has signed it',
    {
      '': table(
        ['error', 'status'],
        [
          ['another state', 502],
          ['another browser', 422],
          ['another nonce', 502],
          ['another audience', 502],
          ['it is over', 502],
          ['another key', 502],
          ['another code', 502],
          ['the person gave up', 422],
        ],
        async (wrong, status) => {
          const { there, broke } = await openHouse()
          provider.person.claims = { ...nakato, amr: ['mfa'] }
          const spoilt: Record<string, Claims> = {
            'another nonce': { nonce: 'other' },
            'another audience': { aud: 'other' },
            'it is over': { exp: Math.floor(Date.now() / 1_000) - 3_600 },
          }
          provider.person.spoilt = spoilt[String(wrong)] ?? {}
          provider.person.isForged = wrong === 'another key'
          if (wrong === 'the person gave up') provider.person.error = 'access_denied'
          const change = (back: URL) => {
            if (wrong === 'another state') back.searchParams.set('state', 'other')
            if (wrong === 'another code') back.searchParams.set('code', 'other')
          }
          const { answer, session } = await there('', change, wrong === 'another browser' ? '' : undefined)
          expect([answer.statusCode, session, broke.length]).to.deep.equal([status, undefined, status === 502 ? 1 : 0])
        },
      ),
      'it comes back twice': async () => {
        const { there, ask } = await openHouse()
        provider.person.claims = { ...nakato, amr: ['mfa'] }
        const { back, cookie, session } = await there()
        expect(session).to.be.a('string')
        const again = await ask(`${back.pathname.slice(1)}${back.search}`, { headers: { cookie } })
        expect(again.statusCode).to.equal(502)
      },
      'it leads elsewhere': async () => {
        const { there } = await openHouse()
        provider.person.claims = { ...nakato, amr: ['mfa'] }
        const { answer } = await there('?to=//elsewhere.example')
        expect(answer.headers.location).to.equal('/operator/')
      },
    },
  )

  rule(
    '133.39',
    'without its settings there is no such sign-in, and with only some of them the start is refused',
    async () => {
      const { ask } = await openDashboard()
      expect((await ask('sign-in')).body).not.to.include('openid')
      expect((await ask('sign-in/openid')).statusCode).to.equal(404)
      expect((await ask('sign-in/openid/back')).statusCode).to.equal(404)
      const all = { SENTE_OIDC_ISSUER: 'https://id.example.com', SENTE_OIDC_CLIENT_ID: 'sente' }
      expect(readSandboxSettings({}).openId).to.equal(undefined)
      expect(() => readSandboxSettings(all)).to.throw('SENTE_OIDC_CLIENT_SECRET belong together')
      const settings = readSandboxSettings({ ...all, SENTE_OIDC_CLIENT_SECRET: 'secret' })
      expect(settings.openId).to.deep.equal({
        ...{ issuer: 'https://id.example.com', clientId: 'sente', clientSecret: 'secret', claim: 'email' },
      })
      expect(() => readSandboxSettings({ ...all, SENTE_OIDC_ISSUER: 'http://id.example.com' })).to.throw('https://')
    },
  )
})
