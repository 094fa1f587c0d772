import { expect } from 'chai'
import { type Claims, openIdProviderProcess } from '../../../fixtures/openIdProvider.ts'
import { rule, table } from '../../../rule.ts'
import { openIdHouse } from './openIdHouse.ts'

describe('133 People: the tokens of an OpenID provider', () => {
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())
  afterEach(() => {
    Object.assign(provider.person, { claims: {}, spoilt: {}, header: {}, about: {} })
  })

  const nakato = { email: 'nakato@gateway.example', email_verified: true, amr: ['mfa'] }

  /** Whether a token with this header and these claims signs somebody in, at a provider with this description. */
  async function signsIn({ header = {}, spoilt = {}, about = {} }: Readonly<Record<string, Claims>>): Promise<string> {
    const { there, broke } = await openIdHouse(provider.settings)
    Object.assign(provider.person, { claims: nakato, spoilt, header, about })
    const { answer, session } = await there()
    expect([answer.statusCode, session === undefined, broke.length]).to.be.deep.oneOf([
      [303, false, 0],
      [502, true, 1],
    ])
    return session === undefined ? 'no' : 'yes'
  }

  rule('133.70', 'an ID token is valid only with a signature by a key of the provider, and only as an ID token', {
    'by algorithm, even if the provider lists all of them': table(
      ['algorithm', 'signs in'],
      [
        ['RS256', 'yes'],
        ['none', 'no'],
        ['HS256', 'no'],
        ['HS384', 'no'],
      ],
      async (alg, expected) => {
        const about = { id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256', 'HS384'] }
        expect(await signsIn({ header: { alg }, about })).to.equal(expected)
      },
    ),
    'by algorithm, when the provider lists none': table(
      ['algorithm', 'signs in'],
      [
        ['RS256', 'yes'],
        ['none', 'no'],
        ['HS256', 'no'],
      ],
      async (alg, expected) => {
        const about = { id_token_signing_alg_values_supported: undefined }
        expect(await signsIn({ header: { alg }, about })).to.equal(expected)
      },
    ),
    'by its type': table(
      ['header', 'signs in'],
      [
        ['{}', 'yes'],
        ['{"typ":"JWT"}', 'yes'],
        ['{"typ":"jwt"}', 'yes'],
        ['{"typ":"at+jwt"}', 'no'],
        ['{"typ":"application/at+jwt"}', 'no'],
        ['{"typ":"logout+jwt"}', 'no'],
        ['{"typ":["JWT"]}', 'no'],
      ],
      async (header, expected) => {
        expect(await signsIn({ header: JSON.parse(header) })).to.equal(expected)
      },
    ),
    'a key in the token, or its address, does not count as a key of the provider': async () => {
      const header = { kid: '2', jwk: { kty: 'oct', k: 'c2VudGU' }, jku: 'https://elsewhere.example/keys' }
      expect(await signsIn({ header })).to.equal('no')
    },
    'a token of another sign-in': async () => {
      expect(await signsIn({ spoilt: { nonce: undefined } })).to.equal('no')
    },
    'another issuer': async () => {
      expect(await signsIn({ spoilt: { iss: 'https://elsewhere.example' } })).to.equal('no')
    },
  })

  rule('133.71', 'nobody is led to a provider whose own name differs from the one in the settings', {
    '': table(
      ['it calls itself', 'status'],
      [
        ['as in the settings', 200],
        ['with a path', 502],
        ['another provider', 502],
      ] as const,
      async (name, status) => {
        const { issuer } = provider.settings
        const names = {
          'as in the settings': issuer,
          'with a path': `${issuer}/other`,
          'another provider': 'https://other.example',
        }
        const { ask, broke } = await openIdHouse(provider.settings)
        provider.person.about = { issuer: names[name] }
        const answer = await ask.post('sign-in/openid', { headers: { 'sec-fetch-site': 'same-origin' } })
        expect([answer.statusCode, broke.length]).to.deep.equal([status, status === 502 ? 1 : 0])
        expect(answer.body.includes('http-equiv="refresh"')).to.equal(status === 200)
      },
    ),
  })
})
