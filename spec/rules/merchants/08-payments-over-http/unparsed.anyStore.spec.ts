import { once } from 'node:events'
import { expect } from 'chai'
import { refusal, rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

const post = (headers: string, body = '') => `POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`

const goodPost = ({ authorization, bodies }: Api) => {
  const body = JSON.stringify(bodies['send-money'])
  return post(`Authorization: ${authorization}\r\nContent-Length: ${body.length}\r\n`, body)
}

async function expectOnly(api: Api, bytes: string, status: number, code: string, message: string) {
  const answers = await api.raw(bytes)
  expect(answers, bytes.slice(0, 80)).to.have.length(1)
  for (const answer of answers) {
    expectError(answer, status, code, message)
    expect(answer.headers).to.include({ connection: 'close' })
  }
  return answers[0]?.headers ?? {}
}

const notAllowed = [405, 'method_not_allowed', 'Method Not Allowed'] as const
const malformed = [400, 'malformed_request', 'Malformed HTTP request'] as const

describe('8 Payments over HTTP: requests that Node’s parser refuses', () => {
  rule(
    '8.28',
    'an unknown method is answered like a forbidden one',
    Object.fromEntries(
      ['FOO', 'post', 'POSTX', 'get', 'PLAY', 'CONNECT'].map((method) => [
        method,
        async () => {
          const api = await overHttp()
          for (const path of ['/api/v1/send-money', '/api/v1/collect-money?x=1']) {
            const headers = await expectOnly(api, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, ...notAllowed)
            expect(headers).to.include({ allow: 'POST' })
          }
          const elsewhere = `${method} /api/v1/send-money/ HTTP/1.1\r\nHost: x\r\n\r\n`
          await expectOnly(api, elsewhere, 404, 'not_found', 'Not Found')
          const health = await expectOnly(api, `${method} /livez HTTP/1.1\r\nHost: x\r\n\r\n`, ...notAllowed)
          expect(health).to.include({ allow: 'GET, HEAD' })
        },
      ]),
    ),
  )

  rule('8.29', 'a tunnel, by CONNECT, is not allowed', async () => {
    const api = await overHttp()
    const headers = await expectOnly(api, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', ...notAllowed)
    expect(headers).to.include({ allow: 'POST' })
  })

  refusal(
    '8.30',
    'malformed_request',
    'bytes that are not HTTP are answered in the envelope, and the connection is closed',
    {
      noise: async () => void (await expectOnly(await overHttp(), '\x16\x03\x01\x02\r\n\r\n', ...malformed)),
      'a request line of four words': async () => {
        await expectOnly(await overHttp(), 'POST /api/v1/send-money x HTTP/1.1\r\n\r\n', ...malformed)
      },
      'a wrong version': async () => {
        await expectOnly(await overHttp(), 'POST /api/v1/send-money HTTP/7.1\r\n\r\n', ...malformed)
      },
      'the preface of HTTP/2': async () => {
        await expectOnly(await overHttp(), 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...malformed)
      },
      'a header without a colon': async () => {
        await expectOnly(await overHttp(), post('Nothing\r\n'), ...malformed)
      },
      'two lengths': async () => {
        await expectOnly(await overHttp(), post('Content-Length: 1\r\nContent-Length: 2\r\n'), ...malformed)
      },
      'a broken chunk': async () => {
        const api = await overHttp()
        const headers = `Authorization: ${api.authorization}\r\nTransfer-Encoding: chunked\r\n`
        await expectOnly(api, post(headers, 'zz\r\n{}\r\n'), ...malformed)
      },
    },
  )

  refusal('8.31', 'headers_too_large', 'headers of more than 16 KiB are refused', async () => {
    const large = post(`X-Large: ${'x'.repeat(20_000)}\r\n`)
    await expectOnly(await overHttp(), large, 431, 'headers_too_large', 'Request headers too large')
  })

  refusal(
    '8.32',
    'request_timeout',
    'a request that does not arrive in full and in time is answered with 408',
    async () => {
      const api = await overHttp()
      Object.assign(api.server, { headersTimeout: 50, requestTimeout: 50 })
      const timeout = [408, 'request_timeout', 'Request not received in time'] as const
      await expectOnly(api, 'POST /api/v1/send-money HTTP/1.1\r\nHost:', ...timeout)
      const body = post(`Authorization: ${api.authorization}\r\nContent-Length: 10\r\n`, '{')
      await expectOnly(api, body, ...timeout)
    },
  )

  rule('8.33', 'bad bytes are never answered before or instead of the payment before them', {
    'noise after a good request': async () => {
      const api = await overHttp()
      const answers = await api.raw(`${goodPost(api)}\x16\x03\x01\r\n\r\n`)
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 400])
    },
    'a tunnel after a good request': async () => {
      const api = await overHttp()
      const answers = await api.raw(`${goodPost(api)}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`)
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 405])
      for (const answer of answers) expectHeaders(answer)
    },
    'an unknown method after a good request': async () => {
      const api = await overHttp()
      const answers = await api.raw(`${goodPost(api)}FOO /livez HTTP/1.1\r\n\r\n`)
      expect(answers.map(({ status }) => status)).to.deep.equal([201, 405])
    },
    'a broken body after its answer': async () => {
      const api = await overHttp()
      const socket = api.socket()
      socket.write(post('Transfer-Encoding: chunked\r\n'))
      const chunks: Buffer[] = await once(socket, 'data')
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.write('zz\r\n')
      await once(socket, 'close')
      expect(
        Buffer.concat(chunks)
          .toString()
          .match(/HTTP\/1\.1 \d+/g),
      ).to.deep.equal(['HTTP/1.1 401'])
    },
  })

  rule('8.34', 'a connection that breaks off does no harm', async () => {
    const api = await overHttp()
    for (const bytes of ['', 'POST /api', goodPost(api).slice(0, -10), 'CONNECT a:1 HTTP/1.1\r\n\r\n']) {
      const socket = api.socket()
      await once(socket, 'connect')
      socket.write(bytes, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect((await api.ask('GET', '/livez')).status).to.equal(200)
    expect(await api.balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })

  rule(
    '8.35',
    'no answer can be read as another type than its own, load anything, or be shown inside another page',
    async () => {
      const api = await overHttp()
      const { bodies, post, ask, look, raw } = api
      const answers = [
        await post('send-money', bodies['send-money']),
        await post('send-money', '{'),
        await look('/balances'),
        await ask('GET', '/livez'),
        await ask('GET', '/readyz'),
        await ask('POST', '/callbacks/unknown'),
        await ask('GET', '/'),
        ...(await raw('GARBAGE\r\n\r\n')),
        ...(await raw('CONNECT a:1 HTTP/1.1\r\n\r\n')),
      ]
      expect(answers.map(({ headers }) => headers['x-content-type-options'])).to.deep.equal(Array(9).fill('nosniff'))
      const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      expect(answers.map(({ headers }) => headers['content-security-policy'])).to.deep.equal(Array(9).fill(policy))
    },
  )
})
