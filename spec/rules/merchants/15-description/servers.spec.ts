import { BlockList } from 'node:net'
import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('15 The API describes itself: its address', () => {
  const urlFor = async (lines: string, deps: { publicUrl?: string } = {}) => {
    const { raw } = await overHttp(deps)
    const [answer] = await raw(`GET /openapi.json HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`)
    return JSON.parse(Buffer.from(answer?.text ?? '', 'latin1').toString('utf8')).servers[0].url
  }

  rule('15.24', 'the description has the gateway’s public URL, or else the URL of the request', {
    'the public URL': async () =>
      expect(await urlFor('Host: 127.0.0.1:3000', { publicUrl: 'https://pay.example.com/sente' })).to.equal(
        'https://pay.example.com/sente',
      ),
    'the URL of the request': table(
      ['headers', 'url'],
      [
        ['Host: 127.0.0.1:3000', 'http://127.0.0.1:3000'],
        ['Host: Pay.example.com', 'http://pay.example.com'],
        ['Host: [::1]:3000', 'http://[::1]:3000'],
        ['Host: pay.example.com\r\nX-Forwarded-Proto: https', 'https://pay.example.com'],
        ['Host: pay.example.com\r\nX-Forwarded-Proto: gopher', 'http://pay.example.com'],
        ['Host: ', '/'],
        ['Host: x/"onload="y', '/'],
      ],
      async (headers, url) => expect(await urlFor(headers)).to.equal(url),
    ),
    'only a trusted proxy can say that TLS is used': async () => {
      const { raw } = await overHttp({ limits: { trustedProxies: new BlockList() } })
      const [answer] = await raw(
        'GET /openapi.json HTTP/1.1\r\nHost: a.example\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n',
      )
      expect(answer?.text).to.include('"servers":[{"url":"http://a.example"')
    },
    'another URL is another version of it': async () => {
      const { raw } = await overHttp()
      const lines = (host: string) => `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      const [[one], [other], [again]] = [await raw(lines('a')), await raw(lines('b')), await raw(lines('a'))]
      expect(one?.text).to.include('"servers":[{"url":"http://a"')
      expect(other?.text).to.include('"servers":[{"url":"http://b"')
      expect(other?.headers.etag).not.to.equal(one?.headers.etag)
      expect(again?.headers.etag).to.equal(one?.headers.etag)
    },
  })
})
