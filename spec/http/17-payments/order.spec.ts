import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { type Api, closeApis, type HttpAnswer, type Operation, openApi } from '../api.ts'

/** A request that breaks rules: each breach changes it, or the account behind it. */
type Draft = { method: string; key: string | undefined; type: string; text: string; fields: Record<string, unknown> }

type Breach = (draft: Draft, api: Api) => unknown

/** One way to break each rule that is checked over HTTP before the core's own, in the order of the rules. */
const breaches: Record<string, Breach> = {
  method_not_allowed: (draft) => Object.assign(draft, { method: 'PUT' }),
  invalid_secret_key: (draft) => Object.assign(draft, { key: undefined }),
  account_not_found: (_draft, { change }) => change((account) => ({ ...account, closed: true })),
  unsupported_media_type: (draft) => Object.assign(draft, { type: 'text/plain' }),
  body_too_large: (draft) => Object.assign(draft, { text: ' '.repeat(16_385) }),
  malformed_json: (draft) => Object.assign(draft, { text: `[${draft.text}` }),
  missing_fields: ({ fields }) => Object.assign(fields, { network: null }),
  malformed_fields: ({ fields }) => Object.assign(fields, { phone_number: 'none' }),
  invalid_public_key: ({ fields }) => Object.assign(fields, { apikey: 'sente_pk_0' }),
  kyc_incomplete: (_draft, { change }) => change((account) => ({ ...account, kyc: 'incomplete' })),
}

async function answerTo(operation: Operation, codes: readonly string[]): Promise<HttpAnswer> {
  const api = await openApi()
  const fields = { ...api.bodies[operation] }
  const draft: Draft = { method: 'POST', key: api.secretKey, type: 'application/json', text: '', fields }
  for (const code of codes) await breaches[code]?.(draft, api)
  const body =
    codes.includes('malformed_json') || codes.includes('body_too_large') ? draft.text : JSON.stringify(fields)
  const [answer] = await api.raw(
    [
      `${draft.method} /api/v1/${operation} HTTP/1.1`,
      'Host: localhost',
      ...(draft.key === undefined ? [] : [`Authorization: Bearer ${draft.key}`]),
      `Content-Type: ${draft.type}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return answer ?? { status: 0, headers: {}, text: '' }
}

const codeOf = async (operation: Operation, codes: readonly string[]) =>
  (await answerTo(operation, codes)).headers['error-code']

const codes = Object.keys(breaches)
const operations = ['send-money', 'collect-money'] as const

function examples(cases: [string, string, readonly string[]][]) {
  return Object.fromEntries(
    operations.flatMap((operation) =>
      cases.map(([name, expected, broken]) => [
        `${name}, ${operation}`,
        async () => expect(await codeOf(operation, broken)).to.equal(expected),
      ]),
    ),
  )
}

describe('17 The merchants’ API: the order of the rules', () => {
  afterEach(closeApis)

  rule(
    '17.14',
    'a request that breaks one rule is answered with the code of that rule',
    examples(codes.map((code) => [code, code, [code]])),
  )

  rule(
    '17.15',
    'a request that breaks two neighbouring rules is answered with the code of the first',
    examples(
      codes.slice(1).map((later, index) => {
        const earlier = codes[index] ?? ''
        return [`${earlier} then ${later}`, earlier, [earlier, later]]
      }),
    ),
  )

  rule(
    '17.16',
    'a request that breaks all rules is answered with the code of the first',
    examples(codes.map((code, index) => [`from ${code}`, code, codes.slice(index)])),
  )

  rule('17.17', 'the secret key is checked before the body is read', async () => {
    const { socket } = await openApi()
    const connection = socket()
    connection.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n')
    const [answer] = await new Promise<Buffer[]>((resolve) => connection.once('data', (chunk) => resolve([chunk])))
    connection.destroy()
    expect(answer?.toString()).to.match(/^HTTP\/1\.1 401 Unauthorized\r\n/)
  })

  rule('17.18', 'the secret key has to be the only bearer token of the request', {
    'another case, more spaces': async () => {
      const { post, bodies, secretKey } = await openApi()
      const answer = await post('send-money', bodies['send-money'], { authorization: `bEaReR   ${secretKey}` })
      expect(answer.status).to.equal(201)
    },
    malformed: async () => {
      const { post, bodies, secretKey } = await openApi()
      for (const authorization of [undefined, '', 'Bearer', secretKey, `Basic ${secretKey}`, `Bearer ${secretKey} x`]) {
        const answer = await post('send-money', bodies['send-money'], { authorization })
        expect(answer.headers, authorization).to.include({
          'error-code': 'invalid_secret_key',
          'www-authenticate': 'Bearer',
        })
        expect(answer.status).to.equal(401)
      }
    },
    'sent twice': async () => {
      const { raw, authorization } = await openApi()
      const header = `Authorization: ${authorization}\r\n`
      const [answer] = await raw(
        `POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`,
      )
      expect(answer?.status).to.equal(401)
    },
  })
})
