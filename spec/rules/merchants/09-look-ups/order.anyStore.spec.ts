import { expect } from 'chai'
import { openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

const paths = ['/api/v1/transactions', '/api/v1/transactions/x', '/api/v1/balances', '/api/v1/events']
const notAllowed = [405, 'method_not_allowed', 'Method Not Allowed'] as const

/** A look-up that breaks rules. */
type Draft = { method: string; path: string; headers: Record<string, string> }

type Breach = { status: number; message: string; commit: (draft: Draft, api: Api) => unknown }

const withAccount =
  (changes: object): Breach['commit'] =>
  (_draft, { change }) =>
    change((account) => ({ ...account, ...changes }))

/** Every rule that a list of transactions can break, in the order of the checks. */
const breaches: Record<string, Breach> = {
  method_not_allowed: {
    status: 405,
    message: 'Method Not Allowed',
    commit: (draft) => Object.assign(draft, { method: 'POST' }),
  },
  invalid_secret_key: {
    status: 401,
    message: 'Invalid API key',
    commit: (draft) => Object.assign(draft, { headers: {} }),
  },
  key_not_allowed: {
    status: 403,
    message: 'This key may not be used for this: it lacks read',
    commit: (_draft, { change }) =>
      change(({ keys, ...account }) => ({ ...account, keys: keys.map((key) => ({ ...key, scopes: [] })) })),
  },
  account_not_found: { status: 404, message: 'User not found', commit: withAccount({ closed: true }) },
  malformed_fields: {
    status: 400,
    message: 'Malformed fields: limit must be a whole number from 1 to 100',
    commit: (draft) => Object.assign(draft, { path: '/transactions?limit=0' }),
  },
  kyc_incomplete: {
    status: 403,
    message: 'Unauthorized. Complete KYC to access this API',
    commit: withAccount({ kyc: 'incomplete' }),
  },
  api_access_off: {
    status: 403,
    message: 'API access is turned off by user',
    commit: withAccount({ apiAccess: false }),
  },
}

async function answerTo(codes: readonly string[], path = '/transactions', opened?: Api) {
  const api = opened ?? (await overHttp())
  const draft: Draft = { method: 'GET', path, headers: { authorization: api.authorization } }
  for (const code of codes) await breaches[code]?.commit(draft, api)
  return api.look(draft.path, draft.headers, draft.method)
}

const codes = Object.keys(breaches)

describe('9 Look-ups: refusals', () => {
  rule(
    '9.12',
    'a look-up is made with GET or HEAD; any other method is answered with 405 and the allowed methods',
    Object.fromEntries(
      ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'FOO', 'get', 'CONNECT'].map((method) => [
        method,
        async () => {
          const { raw } = await overHttp()
          for (const path of paths) {
            const [answer] = await raw(`${method} ${path}?x=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
            expectError(answer ?? expect.fail('no answer'), ...notAllowed)
            expect(answer?.headers).to.include({ allow: 'GET, HEAD' })
          }
        },
      ]),
    ),
  )

  rule('9.13', 'HEAD is answered like GET, without the body', async () => {
    const api = await overHttp()
    const id = await openPayment(api)
    const { authorization, look } = api
    for (const path of ['/transactions', `/transactions/${id}`, '/balances', '/transactions/x', '/transactions?x=1']) {
      const got = await look(path)
      const headed = await look(path, { authorization }, 'HEAD')
      expect(headed).to.include({ status: got.status, text: '' })
      for (const name of ['content-length', 'content-type', 'error-code', 'cache-control'])
        expect(headed.headers[name], name).to.equal(got.headers[name])
      expectHeaders(headed)
    }
  })

  rule(
    '9.14',
    'a look-up is refused by the first rule that it breaks: method, key, account, query, KYC, API access, transaction',
    {
      ...Object.fromEntries(
        Object.entries(breaches).map(([code, { status, message }], index) => [
          code,
          async () => {
            expectError(await answerTo([code]), status, code, message)
            for (const later of codes.slice(index + 1))
              expectError(await answerTo([code, later]), status, code, message)
            expectError(await answerTo(codes.slice(index)), status, code, message)
          },
        ]),
      ),
      transaction_not_found: async () => {
        const path = '/transactions/x'
        expectError(await answerTo([], path), 404, 'transaction_not_found', 'Transaction not found')
        for (const code of codes.filter((code) => code !== 'malformed_fields')) {
          const { status = 0, message = '' } = breaches[code] ?? {}
          expectError(await answerTo([code], path), status, code, message)
        }
      },
    },
  )

  rule('9.15', 'each look-up needs the key and an account that may use the API', async () => {
    for (const code of [
      'invalid_secret_key',
      'key_not_allowed',
      'account_not_found',
      'kyc_incomplete',
      'api_access_off',
    ]) {
      const { status = 0, message = '' } = breaches[code] ?? {}
      const api = await overHttp()
      for (const path of [
        '/transactions',
        '/transactions/x',
        '/balances',
        '/limits',
        '/keys',
        '/fees?kind=payout&currency=UGX&network=MTN&amount=500',
        '/statement?currency=UGX',
        '/events',
        '/networks',
      ])
        expectError(await answerTo([code], path, api), status, code, message)
    }
  })

  rule('9.16', 'a look-up that fails is answered as an internal error', async () => {
    const broken = () => Promise.reject(new Error('the books cannot be read'))
    const api = await overHttp({
      lookUpTransaction: broken,
      listTransactions: broken,
      lookUpBalances: broken,
      lookUpLimits: broken,
      listEvents: broken,
      readStatement: broken,
    })
    for (const path of [
      '/transactions',
      '/transactions/x',
      '/balances',
      '/limits',
      '/statement?currency=UGX',
      '/events',
    ])
      expectError(await api.look(path), 500, 'internal_error', 'Internal server error')
  })
})
