import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { got } from 'got'
import { toolFile } from '../../../../tools/tools.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { rule } from '../../../rule.ts'
import { openIdHouse } from './openIdHouse.ts'

const secret = 'a secret of the client, which is long'

/** The setup of the provider: the algorithm of its signatures, and whether claims of scopes come only from UserInfo. */
type Setting = {
  readonly algorithm: 'RS256' | 'ES256'
  readonly isConforming: boolean
  /** The ways that clients may send their secrets; any by default. */
  readonly clientAuthMethods?: readonly string[]
}

describe('133 People: a real OpenID provider', () => {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
  })

  rule(
    '133.58',
    'a real provider signs operators in, with its defaults and with claims in the token, by either kind of signature',
    {
      ...Object.fromEntries(
        (['RS256', 'ES256'] as const).flatMap((algorithm) =>
          [true, false].map((isConforming) => [
            `${algorithm}, claims ${isConforming ? 'from UserInfo' : 'in the token'}`,
            () => signsIn({ algorithm, isConforming }),
          ]),
        ),
      ),
      ...Object.fromEntries(
        ['client_secret_basic', 'client_secret_post'].map((method) => [
          `with ${method} alone`,
          () => signsIn({ algorithm: 'RS256', isConforming: true, clientAuthMethods: [method] }),
        ]),
      ),
    },
  )

  async function signsIn(setting: Setting): Promise<void> {
    const issuer = `http://127.0.0.1:${await freePort()}`
    const settings = { issuer, clientId: 'sente', clientSecret: secret, claim: 'email' }
    const { there, origin, broke, unknown } = await openIdHouse(settings, signInThere)
    await startProvider(issuer, `${origin}/sign-in/openid/back`, setting)
    expect((await there()).answer.headers.location).to.equal('/me/second-step')
    expect((await there()).answer.headers.location).to.equal('/me/second-step')
    expect([broke, unknown]).to.deep.equal([[], []])
  }

  /** Starts the provider for one client; any name and password sign in. */
  async function startProvider(
    issuer: string,
    back: string,
    { algorithm, isConforming, clientAuthMethods }: Setting,
  ): Promise<void> {
    const { Provider } = await import(pathToFileURL(toolFile('oidc-provider/lib/index.js')).href)
    const keys = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    ]
    const provider = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: 'sente', client_secret: secret, redirect_uris: [back] },
          id_token_signed_response_alg: algorithm,
          ...(clientAuthMethods && { token_endpoint_auth_method: clientAuthMethods[0] }),
        },
      ],
      jwks: { keys: keys.map(({ privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), use: 'sig' })) },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: isConforming,
      ...(clientAuthMethods && { clientAuthMethods }),
      cookies: { keys: ['a key of the cookies'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, email: 'nakato@gateway.example', email_verified: true }),
      }),
    })
    const server = createServer(provider.callback())
    servers.push(server)
    await once(server.listen(Number(new URL(issuer).port), '127.0.0.1'), 'listening')
  }
})

/** Goes through the provider's own pages as a browser does: signs in, agrees, and is led back. */
async function signInThere(place: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(place)
  let next: { url: string; form?: Record<string, string> } = { url: place }
  for (let steps = 0; steps < 20; steps += 1) {
    const { url, form } = next
    const answer = await got(url, {
      ...(form && { method: 'POST', form }),
      headers: { cookie: [...cookies].map((one) => one.join('=')).join('; ') },
      followRedirect: false,
      throwHttpErrors: false,
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const { location } = answer.headers
    const to = location === undefined ? undefined : new URL(location, url)
    if (to && to.origin !== origin) return to
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(answer.body) ?? []
    const [, action = ''] = /action="([^"]+)"/.exec(answer.body) ?? []
    if (to) next = { url: to.href }
    else if (prompt === 'login') next = { url: action, form: { prompt, login: 'nakato', password: 'any' } }
    else if (prompt !== undefined) next = { url: action, form: { prompt } }
    else throw new Error(`the provider answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`)
  }
  throw new Error('the provider leads nowhere')
}
