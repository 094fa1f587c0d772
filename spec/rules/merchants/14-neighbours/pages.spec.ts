import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { cacheableAnswer } from '../../../../adapters/http/answers/cacheable.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

const text = 'é'.repeat(2_000)

/** More than the system takes from a server before the client reads; the server keeps the rest. */
const longPage = 'x'.repeat(15 * 2 ** 20)

const requestFor = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, 'Connection: close', '', ''].join('\r\n')

describe('14 Neighbours: pages', () => {
  rule('14.6', 'a page is sent compressed to a client that accepts it, under a tag of its own', {
    'a long page': async () => {
      const { raw } = await overHttp({ rulebook: text })
      const [[plain], [zipped]] = [
        await raw(requestFor('/rulebook')),
        await raw(requestFor('/rulebook', 'Accept-Encoding: br, gzip')),
      ]
      expect(zipped?.headers).to.include({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
      expect(gunzipSync(Buffer.from(zipped?.text ?? '', 'latin1')).toString()).to.equal(text)
      expect(plain?.headers).to.include({ vary: 'Accept-Encoding' }).and.not.to.have.property('content-encoding')
      expect(Buffer.from(plain?.text ?? '', 'latin1').toString()).to.equal(text)
      expect(zipped?.headers.etag)
        .to.match(/-gzip"$/)
        .and.not.to.equal(plain?.headers.etag)
    },
    'one that the client already has': async () => {
      const { raw } = await overHttp({ rulebook: text })
      const [known] = await raw(requestFor('/rulebook', 'Accept-Encoding: gzip'))
      const tag = `If-None-Match: ${known?.headers.etag}`
      const [same] = await raw(requestFor('/rulebook', 'Accept-Encoding: gzip', tag))
      expect(same).to.include({ status: 304, text: '' })
    },
    'a client that accepts nothing of the kind': async () => {
      const { raw } = await overHttp({ rulebook: text })
      const [answer] = await raw(requestFor('/rulebook', 'Accept-Encoding: gzip;q=0, br'))
      expect(answer?.headers).not.to.have.property('content-encoding')
    },
    'a short page': async () => {
      const { raw } = await overHttp({ rulebook: 'short' })
      const [answer] = await raw(requestFor('/rulebook', 'Accept-Encoding: gzip'))
      expect(answer?.headers).not.to.have.property('content-encoding')
    },
  })

  rule('14.7', 'the bytes of a page are made once, also the compressed ones', async () => {
    const answer = cacheableAnswer({ text, type: 'text/html' })
    const asked = (coding: string) =>
      answer({
        headers: {},
        res: { setHeader: () => undefined },
        response: { get: () => '' },
        acceptsEncodings: () => coding,
      } as never)
    for (const coding of ['gzip', 'identity']) {
      const [first, second] = [await asked(coding), await asked(coding)]
      expect(first.text).to.be.instanceOf(Buffer).and.to.equal(second.text)
    }
  })

  rule('14.8', 'a client with 16 MiB of unread answers gets no more until they are read or their connection ends', {
    'pages, and others in the client network': async () => {
      const api = await overHttp({ rulebook: longPage })
      const slow = await leftUnread(api)
      const refused = await api.ask('GET', '/rulebook', { 'accept-encoding': 'identity' })
      expect(refused.status).to.equal(429)
      expectError(refused, 429, 'rate_limited', 'Too many requests')
      expect(refused.headers['retry-after']).to.equal('10')
      const elsewhere = { 'accept-encoding': 'identity', 'x-forwarded-for': '192.0.2.1' }
      expect((await api.ask('GET', '/rulebook', elsewhere)).status).to.equal(200)
      expect((await api.look('/balances')).status).to.equal(200)
      expect((await api.post('send-money', api.bodies['send-money'])).status).to.equal(201)
      slow.resume()
      await once(slow, 'close')
      expect((await api.ask('GET', '/rulebook', { 'accept-encoding': 'identity' })).status).to.equal(200)
    },
    'a client that leaves': async () => {
      const api = await overHttp({ rulebook: longPage })
      const slow = await leftUnread(api)
      slow.destroy()
      const again = async () => (await api.ask('GET', '/rulebook', { 'accept-encoding': 'identity' })).status
      while ((await again()) === 429) await new Promise((resolve) => setTimeout(resolve, 10))
    },
  })
})

/** A connection that has requested the long page and reads only its beginning. */
async function leftUnread({ socket }: Api) {
  const slow = socket()
  slow.write(requestFor('/rulebook'))
  await once(slow, 'readable')
  return slow
}
