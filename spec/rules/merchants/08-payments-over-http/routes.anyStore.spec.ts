import { expect } from 'chai'
import { refusal, rule, table } from '../../../rule.ts'
import { expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

const paths = ['/api/v1/send-money', '/api/v1/collect-money']

const notFound = [404, 'not_found', 'Not Found'] as const
const notAllowed = [405, 'method_not_allowed', 'Method Not Allowed'] as const

const line = (method: string, target: string) => `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

describe('8 Payments over HTTP: paths and methods', () => {
  refusal(
    '8.19',
    'method_not_allowed',
    'every method except POST is answered with 405 and the allowed methods',
    Object.fromEntries(
      ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SOURCE'].map((method) => [
        method,
        async () => {
          const { raw } = await overHttp()
          for (const path of paths) {
            const [answer] = await raw(line(method, path))
            expectError(answer ?? expect.fail('no answer'), ...notAllowed)
            expect(answer?.headers).to.include({ allow: 'POST' })
          }
        },
      ]),
    ),
  )

  rule('8.20', 'HEAD is answered with 405 and no body', async () => {
    const { ask } = await overHttp()
    for (const path of paths) {
      const answer = await ask('HEAD', path)
      expect(answer).to.include({ status: 405, text: '' })
      expect(answer.headers).to.include({ allow: 'POST', 'error-code': 'method_not_allowed' })
      expectHeaders(answer)
    }
  })

  refusal('8.21', 'not_found', 'an unknown path, or one spelled differently, is not found', async () => {
    const { ask } = await overHttp()
    const others = [
      '/nothing',
      '/api/v1',
      '/api/v1/send-money/',
      '/api/v1/Send-Money',
      '/api/v1/send%2Dmoney',
      '/api//v1/send-money',
      '/livez//',
      '/openapi-json',
    ]
    for (const path of [...others, '/api/v2/send-money', '/api/v1/collect-money/', '/livez/']) {
      expectError(await ask('GET', path), ...notFound)
      expectError(await ask('POST', path), ...notFound)
    }
  })

  rule(
    '8.22',
    'a query, a scheme and host before the path, and a base URL with a slash at its end change nothing',
    async () => {
      const { raw } = await overHttp()
      for (const target of [
        '/api/v1/send-money?x=/y',
        'http://x:1/api/v1/send-money?#',
        'http://[::/api/v1/send-money',
        '//api/v1/send-money?x=/y',
        'http://x//api/v1/send-money',
      ]) {
        const [answer] = await raw(line('POST', target))
        expectError(answer ?? expect.fail('no answer'), 401, 'invalid_secret_key', 'Invalid API key')
      }
      const [star] = await raw(line('POST', '*'))
      expectError(star ?? expect.fail('no answer'), ...notFound)
      for (const target of ['http://x', 'http://x?/api/v1/send-money']) {
        const [answer] = await raw(line('POST', target))
        expectError(answer ?? expect.fail('no answer'), 405, 'method_not_allowed', 'Method Not Allowed')
      }
    },
  )

  rule('8.23', 'an HTTP/1.1 request has to name exactly one host', async () => {
    const { raw } = await overHttp()
    for (const hosts of ['', 'Host: x\r\nHost: y\r\n']) {
      const [answer] = await raw(`GET /livez HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
      expectError(answer ?? expect.fail('no answer'), 400, 'malformed_request', 'Malformed HTTP request')
    }
    const [old] = await raw('GET /livez HTTP/1.0\r\n\r\n')
    expect(old?.status).to.equal(200)
  })

  rule('8.24', 'an unknown Expect header and an offer of HTTP/2 are ignored', {
    'an unknown Expect header': async () => {
      const { raw } = await overHttp()
      const [answer] = await raw(
        'POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
      )
      expectError(answer ?? expect.fail('no answer'), 401, 'invalid_secret_key', 'Invalid API key')
    },
    'an offer of HTTP/2 with each request of a connection': table(
      ['its requests are sent', 'answers'],
      [
        ['at once', '201, 200, 201, 200'],
        ['in pieces', '201, 200, 201, 200'],
      ],
      async (how, answers) => {
        const { authorization, bodies, raw } = await overHttp()
        const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n'
        const sent = (target: string, reference: string, connection = offer) => {
          const body = reference && JSON.stringify({ ...bodies['send-money'], reference })
          const head = `${reference ? 'POST' : 'GET'} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`
          const length = reference && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
          return `${head}${connection}${length}\r\n${body}`
        }
        const requests = [
          sent('/api/v1/send-money', 'order-1'),
          sent('/api/v1/balances', ''),
          sent('/api/v1/send-money', 'order-2'),
          sent('/api/v1/balances', '', 'Connection: close\r\n'),
        ].join('')
        const pieces = how === 'at once' ? [requests] : (requests.match(/.{1,100}/gs) ?? [])
        expect((await raw(...pieces)).map(({ status }) => status).join(', ')).to.equal(answers)
      },
    ),
    'after an offer of another protocol the connection is closed': async () => {
      const { raw } = await overHttp()
      const websocket = 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
      const answers = await raw(websocket + line('GET', '/livez'))
      expect(answers.map(({ status, headers }) => [status, headers.connection])).to.deep.equal([[200, 'close']])
    },
  })

  refusal('8.25', 'not_ready', 'the service reports that it is alive, and whether it takes payments', {
    'it is alive': async () => {
      const { ask } = await overHttp({ isReady: () => false })
      const answer = await ask('GET', '/livez')
      expect(answer).to.include({ status: 200, text: '{"status":"success","message":"Alive"}' })
      expectHeaders(answer)
    },
    'it is ready': async () => {
      const { ask } = await overHttp()
      const text = '{"status":"success","message":"Ready","data":{"networks":[]}}'
      expect(await ask('GET', '/readyz')).to.include({ status: 200, text })
      expect(await ask('HEAD', '/readyz')).to.include({ status: 200, text: '' })
    },
    'it is not ready': async () => {
      const { ask } = await overHttp({ isReady: async () => false })
      expectError(await ask('GET', '/readyz'), 503, 'not_ready', 'Not ready')
      expect(await ask('HEAD', '/readyz')).to.include({ status: 503, text: '' })
    },
    'other methods': async () => {
      const { ask } = await overHttp()
      for (const path of ['/livez', '/readyz']) {
        const answer = await ask('POST', path)
        expectError(answer, ...notAllowed)
        expect(answer.headers).to.include({ allow: 'GET, HEAD' })
      }
    },
  })

  rule('8.26', 'every request has an id of its own', async () => {
    const { ask } = await overHttp()
    const ids = await Promise.all([1, 2, 3].map(async () => (await ask('GET', '/livez')).headers['request-id']))
    expect(new Set(ids).size).to.equal(3)
  })

  rule('8.27', 'the answer to a used reference has the address of its transaction', async () => {
    const { post, bodies, ports, account } = await overHttp()
    await post('send-money', bodies['send-money'])
    const { id } = (await ports.books.transactionByReference(account.id, 'order-1')) ?? {}
    const answer = await post('collect-money', bodies['collect-money'])
    expect(answer.headers.link).to.match(new RegExp(`^</api/v1/transactions/${id}>; rel="original", </rulebook#`))
    expect(answer.headers).not.to.have.property('location')
  })
})
