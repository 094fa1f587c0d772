import { expect } from 'chai'
import { quarantined } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, expectError, type HttpAnswer, overHttp } from '../../../stages/overHttp.ts'

const accept = 'application/problem+json'

/** The fields of a problem beside its texts. */
type Facts = readonly [status: number, code: string, money: string, reference: string, retry: string]

/** Checks a problem to the letter, except its texts; returns it. */
function expectProblem(answer: HttpAnswer | undefined, [status, code, money, reference, retry]: Facts) {
  expect(answer?.headers).to.include({ 'content-type': 'application/problem+json', 'error-code': code })
  const problem = JSON.parse(answer?.text ?? '')
  const { title, detail, transaction_id, ...facts } = problem
  expect(answer?.status).to.equal(status)
  expect(facts).to.deep.equal({
    ...{ type: `/errors/${code}`, status, code },
    ...{ money_moved: money, reference_used: reference, retry },
  })
  expect(title).to.match(/^[A-Z].*[^.]$/)
  expect(detail).to.match(/^[A-Z]/)
  return problem
}

const untouched = (status: number, code: string, retry = 'after_change'): Facts => [status, code, 'no', 'no', retry]

const sending = ({ post, bodies }: Api, changes: object = {}) =>
  post('send-money', { ...bodies['send-money'], ...changes }, { accept })

const unopened: Record<string, [Facts, () => Promise<HttpAnswer | undefined>]> = {
  'no key': [
    untouched(401, 'invalid_secret_key'),
    async () => (await overHttp()).look('/balances', { accept, authorization: 'Bearer none' }),
  ],
  'unknown path': [untouched(404, 'not_found'), async () => (await overHttp()).ask('GET', '/x', { accept })],
  'method not allowed': [
    untouched(405, 'method_not_allowed'),
    async () => (await overHttp()).ask('GET', '/api/v1/send-money', { accept }),
  ],
  'body too large': [
    untouched(413, 'body_too_large'),
    async () => sending(await overHttp(), { description: 'x'.repeat(17_000) }),
  ],
  'body of another type': [
    untouched(415, 'unsupported_media_type'),
    async () => (await overHttp()).post('send-money', '', { accept, 'content-type': 'text/plain' }),
  ],
  'missing field': [untouched(400, 'missing_fields'), async () => sending(await overHttp(), { pin: '' })],
  'a wrong PIN': [untouched(401, 'invalid_pin'), async () => sending(await overHttp(), { pin: '4321' })],
  'too many requests': [
    untouched(429, 'rate_limited', 'same_request'),
    async () => {
      const { look, authorization } = await overHttp({ limits: { accountRate: 0.1 } })
      await look('/balances')
      return look('/balances', { accept, authorization })
    },
  ],
  'paused payments': [
    untouched(503, 'quarantined', 'same_request'),
    async () => sending(await overHttp({ sendMoney: async () => quarantined })),
  ],
  'gateway not ready': [
    untouched(503, 'not_ready', 'same_request'),
    async () => (await overHttp({ isReady: () => false })).ask('GET', '/readyz', { accept }),
  ],
}

const unparsed: Record<string, [Facts, bytes: string]> = {
  'an unknown method': [
    untouched(405, 'method_not_allowed'),
    `FOO /api/v1/send-money HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\n\r\n`,
  ],
  'a tunnel': [untouched(405, 'method_not_allowed'), `CONNECT a:1 HTTP/1.1\r\nHost: a\r\naccept:${accept}\r\n\r\n`],
  'headers too large': [
    untouched(431, 'headers_too_large'),
    `GET / HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  'a header without a colon': [
    untouched(400, 'malformed_request'),
    `GET / HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nNothing\r\n\r\n`,
  ],
  'a broken chunk': [
    untouched(400, 'malformed_request'),
    `POST /callbacks/x HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  'ambiguous end': [
    untouched(400, 'malformed_request'),
    `POST /callbacks/x HTTP/1.0\r\nAccept: ${accept}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  'two hosts': [
    untouched(400, 'malformed_request'),
    `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
  ],
}

describe('8 Payments over HTTP: problems', () => {
  rule(
    '8.53',
    'a client that accepts `application/problem+json` gets every error in that form, which says whether money moved, whether the reference is used up, and how to repeat the request',
    {
      ...Object.fromEntries(
        Object.entries(unopened).map(([name, [facts, ask]]) => [
          name,
          async () => expect(expectProblem(await ask(), facts).transaction_id).to.equal(null),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(unparsed).map(([name, [facts, bytes]]) => [
          name,
          async () => {
            const [answer] = await (await overHttp()).raw(bytes)
            expect(expectProblem(answer, facts).transaction_id).to.equal(null)
          },
        ]),
      ),
      'a request that does not arrive in full': async () => {
        const api = await overHttp()
        Object.assign(api.server, { headersTimeout: 50, requestTimeout: 50 })
        const [answer] = await api.raw(
          `POST /callbacks/x HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nContent-Length: 9\r\n\r\n{`,
        )
        expectProblem(answer, untouched(408, 'request_timeout', 'same_request'))
      },
    },
  )

  rule('8.54', 'a problem names the transaction that was recorded, or that has used the reference', {
    'a payment that failed': async () => {
      const api = await overHttp()
      api.network.behaves('declines')
      const answer = await sending(api)
      const problem = expectProblem(answer, [500, 'provider_unavailable', 'no', 'yes', 'new_reference'])
      expect(answer.headers.location).to.equal(`/api/v1/transactions/${problem.transaction_id}`)
    },
    'a payment whose outcome is unknown': async () => {
      const api = await overHttp()
      api.network.behaves('losesAnswer')
      api.network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
      const answer = await sending(api)
      const problem = expectProblem(answer, [500, 'outcome_unknown', 'unknown', 'yes', 'no'])
      expect(answer.headers.location).to.equal(`/api/v1/transactions/${problem.transaction_id}`)
    },
    'a repeated payment, or another one under its reference': async () => {
      const api = await overHttp()
      const { data } = JSON.parse((await sending(api)).text)
      const again = expectProblem(await sending(api), [409, 'duplicate_reference', 'no', 'yes', 'no'])
      const other = await sending(api, { amount: 600 })
      expectProblem(other, [409, 'duplicate_reference', 'no', 'yes', 'new_reference'])
      expect(again.transaction_id).to.equal(data.transaction_id)
    },
  })

  rule('8.55', 'when the gateway itself fails, a problem says that nothing is known; a look-up has moved no money', {
    'a payment': async () => {
      const api = await overHttp({ sendMoney: () => Promise.reject(new Error('broken')) })
      expectProblem(await sending(api), [500, 'internal_error', 'unknown', 'unknown', 'same_request'])
    },
    'a look-up': async () => {
      const { look, authorization } = await overHttp({ lookUpBalances: () => Promise.reject(new Error('broken')) })
      const answer = await look('/balances', { accept, authorization })
      expectProblem(answer, untouched(500, 'internal_error', 'same_request'))
    },
  })

  rule('8.56', 'a problem is about this request when more than the code is known', {
    'missing fields': async () => {
      const { detail } = JSON.parse((await sending(await overHttp(), { pin: '', network: null })).text)
      expect(detail).to.equal('Missing required fields: network, pin')
    },
    'one message of the contract that stands for two errors': async () => {
      const api = await overHttp()
      api.network.behaves('declines')
      expect(JSON.parse((await sending(api)).text)).to.include({
        title: 'Payment failed',
        detail: 'The network could not be reached or has refused the payment: the transaction has failed.',
      })
    },
  })

  rule(
    '8.57',
    'an error has the contract’s form unless the client names the other type and does not prefer the contract’s',
    table(
      ['accepted', 'form'],
      [
        ['*/*', 'envelope'],
        ['application/*', 'envelope'],
        ['application/json', 'envelope'],
        ['text/html', 'envelope'],
        ['application/problem+json', 'problem'],
        ['Application/Problem+JSON; charset=utf-8', 'problem'],
        ['application/json, application/problem+json', 'problem'],
        ['application/problem+json;q=0.5, */*;q=0.1', 'problem'],
        ['application/json;q=0.9, application/problem+json;q=0.9', 'problem'],
        ['application/json;q=0.9, application/problem+json;q=0.8', 'envelope'],
        ['application/*, application/problem+json;q=0.5', 'envelope'],
        ['application/*, application/json;q=0.2, application/problem+json;q=0.5', 'problem'],
        ['application/problem+json;q=0', 'envelope'],
        ['application/problem+json;q=0, text/html', 'envelope'],
        ['application/problem+json;q=much', 'envelope'],
        ['application/problem+xml', 'envelope'],
        [',;=,', 'envelope'],
      ],
      async (accepted, form) => {
        const { ask } = await overHttp()
        const answer = await ask('GET', '/x', { accept: accepted })
        if (form === 'envelope') expectError(answer, 404, 'not_found', 'Not Found')
        else expectProblem(answer, untouched(404, 'not_found'))
      },
    ),
  )

  rule('8.58', 'a client that accepts problems gets successes in the usual form', async () => {
    const answer = await sending(await overHttp())
    expect(answer.status).to.equal(201)
    expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(JSON.parse(answer.text)).to.include({ status: 'success', message: 'Withdrawal initiated successfully' })
  })
})
