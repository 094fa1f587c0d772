import { expect } from 'chai'
import { scopeOf } from '../../../../adapters/http/openapi/operation.ts'
import { apiText, endpoints } from '../../../../adapters/http/routes.ts'
import { closeAccount, keyScopes, rotateKey } from '../../../../core/sente.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'
import { addKey, openKeyed } from './keyed.ts'

/** Every request of an endpoint, and its scope. */
const requests = endpoints.flatMap(({ path, methods, acts }) =>
  methods.map((method) => ({ method, path: path.replace(/:\w+/g, 'x'), scope: scopeOf({ acts }), documented: path })),
)

const lacks = (scope: string | null) => `This key may not be used for this: it lacks ${scope}`

describe('21 Keys: scopes', () => {
  refusal('21.1', 'key_not_allowed', 'each call has a scope, and a key without it is refused', async () => {
    const api = await overHttp()
    for (const has of keyScopes) {
      const { authorization } = await addKey(api, { name: has, scopes: [has] })
      for (const { method, path, scope } of requests) {
        const answer = await api.ask(method, path, { authorization })
        if (scope === null || scope === has) expect(answer.headers['error-code'], path).to.not.equal('key_not_allowed')
        else expectError(answer, 403, 'key_not_allowed', lacks(scope))
      }
    }
  })

  rule('21.2', 'a key can make all calls of its scopes, and money moves as with any other key', async () => {
    const { post, bodies, balance, added } = await openKeyed()
    const { authorization } = added
    expect((await post('collect-money', bodies['collect-money'], { authorization })).status).to.equal(201)
    const refused = await post('send-money', { ...bodies['send-money'], reference: 'order-2' }, { authorization })
    expectError(refused, 403, 'key_not_allowed', lacks('pay'))
    expect(await balance()).to.deep.include({ held: 0n })
  })

  rule('21.3', 'the first keys of an account have every scope, and so do the keys that replace them', {
    async 'the first'() {
      const { ask, authorization } = await overHttp()
      for (const { method, path } of requests)
        expect((await ask(method, path, { authorization })).headers['error-code'], path).to.not.equal('key_not_allowed')
    },
    async rotated() {
      const { ports, account, look } = await overHttp()
      const made = await rotateKey(ports)({ by: 'amina', accountId: account.id, kind: 'secret' })
      const authorization = `Bearer ${'key' in made ? made.key : ''}`
      expect((await look('/balances', { authorization })).status).to.equal(200)
    },
  })

  rule(
    '21.4',
    'the refusal comes right after the one for an unknown key, before any check of the account or the body',
    table(
      ['other error'],
      [['nothing'], ['the account is closed'], ['KYC is incomplete'], ['the API is off'], ['the body cannot be read']],
      async (what) => {
        const { ports, account, post, change, added } = await openKeyed()
        if (what === 'the account is closed') await closeAccount(ports)({ by: 'amina', accountId: account.id })
        if (what === 'KYC is incomplete') await change((before) => ({ ...before, kyc: 'incomplete' }))
        if (what === 'the API is off') await change((before) => ({ ...before, apiAccess: false }))
        const body = what === 'the body cannot be read' ? 'no JSON' : {}
        const answer = await post('send-money', body, { authorization: added.authorization })
        expectError(answer, 403, 'key_not_allowed', lacks('pay'))
      },
    ),
  )

  rule('21.5', 'the description of the API says which scope each call needs', async () => {
    const { paths } = JSON.parse(apiText())
    for (const { method, documented, scope } of requests) {
      const operation = paths[documented.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect(operation.security, documented).to.deep.equal(scope === null ? [] : [{ secretKey: [scope] }])
      if (scope !== null) expect(operation.description).to.include(`The key needs the scope \`${scope}\`.`)
      const codes = operation.responses[403]?.headers['Error-Code'].schema.enum ?? []
      expect(codes.includes('key_not_allowed'), documented).to.equal(scope !== null)
    }
  })

  rule('21.6', 'requests outside the scopes of a key count for its account like all others', async () => {
    const { look, added } = await openKeyed({}, { limits: { accountRate: 1, failedKeyRate: 1 } })
    const { authorization } = added
    for (let left = 9; left >= 0; left -= 1) {
      const answer = await look('/balances', { authorization })
      expectError(answer, 403, 'key_not_allowed', lacks('read'))
      expect(answer.headers.ratelimit).to.match(new RegExp(`^"account";r=${left};`))
    }
    expectError(await look('/balances', { authorization }), 429, 'rate_limited', 'Too many requests')
    expectError(await look('/balances'), 429, 'rate_limited', 'Too many requests')
  })
})
