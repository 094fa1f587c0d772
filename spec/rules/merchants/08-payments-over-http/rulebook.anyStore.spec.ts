import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const style = 'b { color: red }'
const script = 'document.title = "x"'
const page = `<!doctype html><style>${style}</style><b>1.1</b><script>${script}</script><script>alert(1)</script>`

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

describe('8 Payments over HTTP: the rulebook', () => {
  rule('8.48', 'the rulebook is served as a page that loads nothing and runs only its own script', {
    'the page': async () => {
      const { ask } = await overHttp({ rulebook: page })
      const answer = await ask('GET', '/rulebook')
      expect(answer).to.include({ status: 200, text: page })
      expect(answer.headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      })
    },
    'its policy': async () => {
      const { ask } = await overHttp({ rulebook: page })
      const { headers } = await ask('GET', '/rulebook')
      expect(headers['content-security-policy']).to.equal(
        `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
    },
    'HEAD is answered without it': async () => {
      const { ask } = await overHttp({ rulebook: page })
      const answer = await ask('HEAD', '/rulebook')
      expect(answer).to.include({ status: 200, text: '' })
      expect(answer.headers).to.include({ 'content-length': String(page.length) })
    },
  })

  rule('8.49', 'a browser that has the page gets 304 while it is unchanged', async () => {
    const { ask, raw } = await overHttp({ rulebook: page })
    const { etag = '' } = (await ask('GET', '/rulebook')).headers
    const request = (tag: string) =>
      raw(`GET /rulebook HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${tag}\r\nConnection: close\r\n\r\n`)
    const [[same], [other]] = [await request(etag), await request('"other"')]
    expect(same).to.include({ status: 304, text: '' })
    expect(other).to.include({ status: 200, text: page })
  })

  rule(
    '8.50',
    'the page can only be read, and is missing in a build without it',
    table(
      ['method', 'page', 'status', 'code', 'message'],
      [
        ['POST', page, 405, 'method_not_allowed', 'Method Not Allowed'],
        ['GET', undefined, 404, 'not_found', 'Not Found'],
      ],
      async (method, rulebook, status, code, message) => {
        const { ask } = await overHttp({ rulebook })
        const answer = await ask(method, '/rulebook')
        expectError(answer, status, code, message)
        expect(answer.headers.allow).to.equal(status === 405 ? 'GET, HEAD' : undefined)
      },
    ),
  )

  rule('8.51', 'every error links to its rule in the rulebook and to a page about it, after any other link', {
    'an error of the core': async () => {
      const { post, bodies } = await overHttp()
      const { headers } = await post('send-money', { ...bodies['send-money'], amount: 499 })
      expect(headers.link).to.equal('</rulebook#3.1>; rel="describedby", </errors/amount_below_minimum>; rel="help"')
    },
    'a used reference': async () => {
      const { post, bodies } = await overHttp()
      const { headers } = await post('send-money', bodies['send-money'])
      const again = await post('send-money', bodies['send-money'])
      expect(again.headers.link).to.equal(
        `<${headers.location}>; rel="original", </rulebook#4.12>; rel="describedby", </errors/duplicate_reference>; rel="help"`,
      )
    },
    'bytes that are not HTTP': async () => {
      const [answer] = await (await overHttp()).raw('GARBAGE\r\n\r\n')
      expect(answer?.headers.link).to.equal(
        '</rulebook#8.30>; rel="describedby", </errors/malformed_request>; rel="help"',
      )
    },
    'no success': async () => {
      const { post, bodies } = await overHttp()
      expect((await post('send-money', bodies['send-money'])).headers).not.to.have.property('link')
    },
  })
})
