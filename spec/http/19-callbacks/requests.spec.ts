import { once } from 'node:events'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { closeApis, expectError, expectHeaders, openApi } from '../api.ts'

const token = '5b2f0c7e9d1a4b38'
const notFound = [404, 'not_found', 'Not Found'] as const
const heardText = '{"status":"success","message":"Heard"}'

/** An API whose callbacks under one token are heard and kept. */
async function openHearingApi() {
  const heard: { method: string; body: Uint8Array }[] = []
  const handleCallback = (given: string, callback: { method: string; body: Uint8Array }) => {
    if (given === token) heard.push(callback)
    return given === token
  }
  return { ...(await openApi({ handleCallback })), heard }
}

const head = (method: string, path: string, headers = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`

describe('19 Callbacks: over HTTP', () => {
  afterEach(closeApis)

  rule('19.1', 'a callback under a known token is passed on as it came, and answered with 200', {
    'by PUT and POST': async () => {
      const { callBack, heard } = await openHearingApi()
      for (const method of ['PUT', 'POST']) {
        const answer = await callBack(token, '{"status":"SUCCESSFUL"}', { method })
        expect(answer).to.include({ status: 200, text: heardText })
        expectHeaders(answer)
        expect(heard.at(-1)?.method).to.equal(method)
        expect(Buffer.from(heard.at(-1)?.body ?? []).toString()).to.equal('{"status":"SUCCESSFUL"}')
      }
      expect(heard).to.have.length(2)
    },
    'of any content type and encoding': async () => {
      const { callBack, heard } = await openHearingApi()
      const headers = { 'content-type': 'text/xml; charset=latin1', 'content-encoding': 'gzip' }
      expect((await callBack(token, '<x/>', { headers })).status).to.equal(200)
      expect(Buffer.from(heard[0]?.body ?? []).toString()).to.equal('<x/>')
    },
    'bytes that are no text': async () => {
      const { callBack, heard } = await openHearingApi()
      const bytes = new Uint8Array([0, 255, 254, 10, 128])
      expect((await callBack(token, bytes)).status).to.equal(200)
      expect([...(heard[0]?.body ?? [])]).to.deep.equal([...bytes])
    },
    'no body at all': async () => {
      const { raw, heard } = await openHearingApi()
      const [answer] = await raw(head('POST', `/callbacks/${token}`))
      expect(answer).to.include({ status: 200, text: heardText })
      expect(heard[0]?.body).to.have.length(0)
    },
    'with a query, and without a key': async () => {
      const { raw } = await openHearingApi()
      const [answer] = await raw(head('PUT', `/callbacks/${token}?x=1`, 'Authorization: Bearer x\r\n'))
      expect(answer?.status).to.equal(200)
    },
  })

  rule('19.2', 'what is not a callback under a known token is answered like a path that is not served', {
    'an unknown token': async () => {
      const { callBack, heard } = await openHearingApi()
      for (const other of ['x', `${token}0`, token.toUpperCase(), '%00', '%ff', 'constructor', 'x'.repeat(8_000)])
        for (const method of ['PUT', 'POST']) expectError(await callBack(other, '{}', { method }), ...notFound)
      expect(heard).to.have.length(0)
    },
    'another path': async () => {
      const { callBack, ask } = await openHearingApi()
      for (const other of ['', `${token}/`, `${token}/x`, `x/${token}`])
        expectError(await callBack(other, '{}'), ...notFound)
      expectError(await ask('PUT', '/callbacks'), ...notFound)
      expectError(await ask('PUT', `/Callbacks/${token}`), ...notFound)
    },
    'another method, with a known token and an unknown one': async () => {
      const { raw, heard } = await openHearingApi()
      for (const method of ['GET', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'FOO', 'put', 'CONNECT']) {
        for (const one of [token, 'x']) {
          const [answer] = await raw(head(method, `/callbacks/${one}`))
          expectError(answer ?? expect.fail('no answer'), ...notFound)
          expect(answer?.headers, method).not.to.have.property('allow')
        }
      }
      expect(heard).to.have.length(0)
    },
    'HEAD with a known token and an unknown one': async () => {
      const { ask } = await openHearingApi()
      for (const one of [token, 'x'])
        expect(await ask('HEAD', `/callbacks/${one}`)).to.include({ status: 404, text: '' })
    },
  })

  rule('19.3', 'a callback is 16 KiB at most, whether or not its token is known', {
    exactly: async () => {
      const { callBack, heard } = await openHearingApi()
      expect((await callBack(token, ' '.repeat(16_384))).status).to.equal(200)
      expect(heard[0]?.body).to.have.length(16_384)
    },
    'one byte more': async () => {
      const { callBack, heard } = await openHearingApi()
      for (const one of [token, 'x']) {
        const answer = await callBack(one, ' '.repeat(16_385))
        expectError(answer, 413, 'body_too_large', 'Body cannot exceed 16384 bytes')
      }
      expect(heard).to.have.length(0)
    },
    'a megabyte, after which the connection goes on': async () => {
      const { raw } = await openHearingApi()
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
      const [first, second] = await raw(
        `PUT /callbacks/${token} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(16)}0\r\n\r\n`,
        head('GET', '/livez'),
      )
      expect([first?.status, second?.status]).to.deep.equal([413, 200])
    },
  })

  rule('19.4', 'a callback that breaks off is ignored', async () => {
    const { socket, server, heard, ask, lines } = await openHearingApi()
    const connection = socket()
    connection.write(head('PUT', `/callbacks/${token}`, 'Content-Length: 500\r\n'))
    const [, res] = await once(server, 'request')
    connection.resetAndDestroy()
    await once(res, 'close')
    expect((await ask('GET', '/livez')).status).to.equal(200)
    expect(heard).to.have.length(0)
    expect(lines.join()).to.contain('request_aborted').and.not.to.contain('breakage')
  })
})
