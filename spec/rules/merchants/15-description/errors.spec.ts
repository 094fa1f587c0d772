import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { answers } from '../../../answers.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const links = { authorization: 'Bearer none' }

describe('15 The API describes itself: errors', () => {
  const pageOf = async (code: string, accept: string) => {
    const { raw } = await overHttp()
    const [answer] = await raw(
      `GET /errors/${code} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
    )
    if (!answer) throw new Error('there was no answer')
    return { ...answer, text: Buffer.from(answer.text, 'latin1').toString('utf8') }
  }

  rule(
    '15.7',
    'every error has a page about the cause, whether money moved, whether the reference is used up, and the remedy',
    Object.fromEntries(
      Object.entries(answers).map(([code, [status]]) => [
        code,
        async () => {
          const { text } = await pageOf(code, 'application/json')
          const { data } = JSON.parse(text)
          expect(data).to.include({ code, http_status: status })
          for (const said of ['happened', 'money', 'reference', 'to_do']) expect(data[said]).to.match(/^[A-Z].*\.$/s)
          const html = (await pageOf(code, 'text/html')).text
          const markdown = (await pageOf(code, 'text/markdown')).text
          expect(html).to.include(`<h1>${code}</h1>`).and.include('Has money moved?').and.include(`HTTP/1.1 ${status} `)
          expect(markdown).to.include(`# ${code}\n`).and.include(data.money).and.include(data.to_do)
        },
      ]),
    ),
  )

  rule(
    '15.8',
    'the page about an error comes in a form that the client accepts',
    table(
      ['accepted', 'type'],
      [
        ['*/*', 'text/html'],
        ['text/html,application/json;q=0.9', 'text/html'],
        ['text/markdown', 'text/markdown'],
        ['application/json', 'application/json'],
        ['application/json;q=0.5, text/markdown', 'text/markdown'],
        ['image/png', 'text/html'],
      ],
      async (accepted, type) => {
        const { headers } = await pageOf('invalid_pin', accepted)
        expect(headers['content-type']).to.equal(`${type}; charset=utf-8`)
        expect(headers.vary).to.equal('Accept, Accept-Encoding')
      },
    ),
  )

  rule('15.9', 'the page about an error loads nothing and runs nothing', async () => {
    const { text, headers } = await pageOf('invalid_pin', 'text/html')
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).to.equal(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  rule('15.10', 'an unknown error has no page', {
    '': table(['code'], [['no_such_error'], ['toString'], ['INVALID_PIN']], async (code) => {
      const { ask } = await overHttp()
      expectError(await ask('GET', `/errors/${code}`), 404, 'not_found', 'Not Found')
    }),
  })

  rule('15.11', 'every error links to its page', async () => {
    const { look, ask } = await overHttp()
    const { headers } = await look('/balances', links)
    const [, path = ''] = /<([^>]*)>; rel="help"/.exec(headers.link ?? '') ?? []
    expect(path).to.equal('/errors/invalid_secret_key')
    expect((await ask('GET', path)).text).to.include('<h1>invalid_secret_key</h1>')
  })
})
