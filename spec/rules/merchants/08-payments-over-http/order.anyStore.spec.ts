import { expect } from 'chai'
import { breaches, breakable, breaking, ofPayoutsAlone, otherForPayouts } from '../../../fixtures/breaches.ts'
import { closeApis, type Operation, openApi } from '../../../fixtures/http/api.ts'
import { rule } from '../../../rule.ts'

/** A request before it is sent. */
type Draft = { method: string; type: string; fields: Record<string, unknown>; text: (json: string) => string }

/** One way to break each rule that HTTP checks, each in a field that no other rule to be broken needs. */
const breachesOfHttp: Record<string, (draft: Draft, others: readonly string[]) => void> = {
  method_not_allowed: (draft) => Object.assign(draft, { method: 'PUT' }),
  unsupported_media_type: (draft) => Object.assign(draft, { type: 'text/plain' }),
  body_too_large: (draft) => {
    const { text } = draft
    draft.text = (json) => text(json).padEnd(16_385)
  },
  malformed_json: (draft) => {
    const { text } = draft
    draft.text = (json) => `[${text(json)}`
  },
  missing_fields: ({ fields }, others) => {
    fields[others.includes('invalid_public_key') ? 'network' : 'apikey'] = null
  },
  malformed_fields: ({ fields }, others) => {
    fields[others.includes('duplicate_reference') ? 'phone_number' : 'reference'] = 'not that'
  },
}

/** The rules that are checked before the payment itself is judged, in their order, and those behind them. */
const checkedFirst = [
  ...['method_not_allowed', 'invalid_secret_key', 'account_not_found'],
  ...['unsupported_media_type', 'body_too_large', 'malformed_json', 'missing_fields', 'malformed_fields'],
]
const ofPayments = Object.keys(breaches).filter((code) => !checkedFirst.includes(code))
const codesOf: Record<Operation, string[]> = {
  'send-money': [...checkedFirst, ...ofPayments.filter((code) => !otherForPayouts.includes(code))],
  'collect-money': [...checkedFirst, ...ofPayments.filter((code) => !ofPayoutsAlone.includes(code))],
}

async function codeOf(operation: Operation, codes: readonly string[]): Promise<string | undefined> {
  const api = await openApi()
  const ofCore = codes.filter((code) => !(code in breachesOfHttp))
  const { phoneNumber, pin, ...request } = await breaking(ofCore, api)
  const fields = { ...request, phone_number: phoneNumber, ...(operation === 'send-money' && { pin }) }
  const draft: Draft = { method: 'POST', type: 'application/json', fields, text: (json) => json }
  for (const code of codes.toReversed()) breachesOfHttp[code]?.(draft, codes)
  const body = draft.text(JSON.stringify(fields))
  const [answer] = await api.raw(
    [
      `${draft.method} /api/v1/${operation} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${api.authorization}`,
      `Content-Type: ${draft.type}`,
      `Content-Length: ${body.length}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  await closeApis()
  return answer?.headers['error-code']
}

/** Examples for both operations, one for each of these rules, with those behind it. */
function forEachCode(
  ofOperation: (operation: Operation) => readonly string[],
  example: (operation: Operation, code: string, behind: readonly string[]) => Promise<void>,
) {
  return Object.fromEntries(
    (['send-money', 'collect-money'] as const).flatMap((operation) =>
      ofOperation(operation).map((code, index) => [
        `${code}, ${operation}`,
        () => example(operation, code, codesOf[operation].slice(index + 1)),
      ]),
    ),
  )
}

describe('8 Payments over HTTP: the order of the rules', () => {
  afterEach(closeApis)

  rule(
    '8.14',
    'a request that breaks one rule is answered with the code of that rule',
    forEachCode(
      (operation) => codesOf[operation],
      async (operation, code) => {
        expect(await codeOf(operation, [code])).to.equal(code)
      },
    ),
  )

  rule(
    '8.15',
    'a request that breaks several rules is answered by the first: method, key, account, body, fields, then the rules of the core',
    forEachCode(
      () => checkedFirst,
      async (operation, code, behind) => {
        for (const later of behind) expect(await codeOf(operation, [code, later]), `with ${later}`).to.equal(code)
      },
    ),
  )

  rule(
    '8.16',
    'a request that breaks all rules is answered with the code of the first',
    forEachCode(
      (operation) => codesOf[operation],
      async (operation, code, behind) => {
        expect(await codeOf(operation, breakable([code, ...behind]))).to.equal(code)
      },
    ),
  )

  rule('8.17', 'the secret key is checked before the body is read', async () => {
    const { socket } = await openApi()
    const connection = socket()
    connection.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n')
    const [answer] = await new Promise<Buffer[]>((resolve) => connection.once('data', (chunk) => resolve([chunk])))
    connection.destroy()
    expect(answer?.toString()).to.match(/^HTTP\/1\.1 401 Unauthorized\r\n/)
  })

  rule('8.18', 'the secret key has to be the only bearer token of the request', {
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
