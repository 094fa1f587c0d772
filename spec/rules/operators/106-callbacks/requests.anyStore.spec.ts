import { once } from 'node:events'
import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

const token = '5b2f0c7e9d1a4b38'
const notFound = [404, 'not_found', 'Not Found'] as const
const receivedAnswer = '{"status":"success","message":"Received"}'

/** An API that records the callbacks under one token. */
async function openReceivingApi() {
  const received: { method: string; body: Uint8Array }[] = []
  const handleCallback = (given: string, callback: { method: string; body: Uint8Array }) => {
    if (given === token) received.push(callback)
    return given === token
  }
  return { ...(await overHttp({ handleCallback })), received }
}

const head = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`

describe('106 Callbacks: over HTTP', () => {
  rule('106.1', 'a callback under a known token is passed on unchanged, and answered with 200', {
    'by PUT and POST': async () => {
      const { callBack, received } = await openReceivingApi()
      for (const method of ['PUT', 'POST']) {
        const answer = await callBack(token, '{"status":"SUCCESSFUL"}', { method })
        expect(answer).to.include({ status: 200, text: receivedAnswer })
        expectHeaders(answer)
        expect(received.at(-1)?.method).to.equal(method)
        expect(Buffer.from(received.at(-1)?.body ?? []).toString()).to.equal('{"status":"SUCCESSFUL"}')
      }
      expect(received).to.have.length(2)
    },
    'of any content type and encoding': async () => {
      const { callBack, received } = await openReceivingApi()
      const headers = { 'content-type': 'text/xml; charset=latin1', 'content-encoding': 'gzip' }
      expect((await callBack(token, '<x/>', { headers })).status).to.equal(200)
      expect(Buffer.from(received[0]?.body ?? []).toString()).to.equal('<x/>')
    },
    'bytes that are not text': async () => {
      const { callBack, received } = await openReceivingApi()
      const bytes = new Uint8Array([0, 255, 254, 10, 128])
      expect((await callBack(token, bytes)).status).to.equal(200)
      expect([...(received[0]?.body ?? [])]).to.deep.equal([...bytes])
    },
    'no body at all': async () => {
      const { raw, received } = await openReceivingApi()
      const [answer] = await raw(head('POST', `/callbacks/${token}`))
      expect(answer).to.include({ status: 200, text: receivedAnswer })
      expect(received[0]?.body).to.have.length(0)
    },
    'with a query, and without a key': async () => {
      const { raw } = await openReceivingApi()
      const [answer] = await raw(head('PUT', `/callbacks/${token}?x=1`, 'Authorization: Bearer x\r\n'))
      expect(answer?.status).to.equal(200)
    },
  })

  rule('106.2', 'any other request is answered like a path that is not served', {
    'an unknown token': async () => {
      const { callBack, received } = await openReceivingApi()
      for (const other of ['x', `${token}0`, token.toUpperCase(), '%00', '%ff', 'constructor', 'x'.repeat(8_000)])
        for (const method of ['PUT', 'POST']) expectError(await callBack(other, '{}', { method }), ...notFound)
      expect(received).to.have.length(0)
    },
    'another path': async () => {
      const { callBack, ask } = await openReceivingApi()
      for (const other of ['', `${token}/`, `${token}/x`, `x/${token}`])
        expectError(await callBack(other, '{}'), ...notFound)
      expectError(await ask('PUT', '/callbacks'), ...notFound)
      expectError(await ask('PUT', `/Callbacks/${token}`), ...notFound)
    },
    'another method, with a known token and an unknown one': async () => {
      const { raw, received } = await openReceivingApi()
      for (const method of ['GET', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'FOO', 'put', 'CONNECT']) {
        for (const one of [token, 'x']) {
          const [answer] = await raw(head(method, `/callbacks/${one}`))
          expectError(answer ?? expect.fail('no answer'), ...notFound)
          expect(answer?.headers, method).not.to.have.property('allow')
        }
      }
      expect(received).to.have.length(0)
    },
    'HEAD with a known token and an unknown one': async () => {
      const { ask } = await openReceivingApi()
      for (const one of [token, 'x'])
        expect(await ask('HEAD', `/callbacks/${one}`)).to.include({ status: 404, text: '' })
    },
  })

  rule('106.3', 'a callback has at most 16 KiB, whether or not its token is known', {
    exactly: async () => {
      const { callBack, received } = await openReceivingApi()
      expect((await callBack(token, ' '.repeat(16_384))).status).to.equal(200)
      expect(received[0]?.body).to.have.length(16_384)
    },
    'one byte more': async () => {
      const { callBack, received } = await openReceivingApi()
      for (const one of [token, 'x']) {
        const answer = await callBack(one, ' '.repeat(16_385))
        expectError(answer, 413, 'body_too_large', 'Body cannot exceed 16384 bytes')
      }
      expect(received).to.have.length(0)
    },
    'a megabyte, and the connection goes on': async () => {
      const { raw } = await openReceivingApi()
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
      const [first, second] = await raw(
        `PUT /callbacks/${token} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(16)}0\r\n\r\n`,
        head('GET', '/livez'),
      )
      expect([first?.status, second?.status]).to.deep.equal([413, 200])
    },
  })

  rule('106.4', 'a callback that breaks off is ignored', async () => {
    const { socket, server, received, ask, lines } = await openReceivingApi()
    const connection = socket()
    connection.write(head('PUT', `/callbacks/${token}`, 'Content-Length: 500\r\n'))
    const [, res] = await once(server, 'request')
    connection.resetAndDestroy()
    await once(res, 'close')
    expect((await ask('GET', '/livez')).status).to.equal(200)
    expect(received).to.have.length(0)
    expect(lines.join()).to.contain('request_aborted').and.not.to.contain('breakage')
  })
})
