import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { type Api, overHttp } from '../../stages/overHttp.ts'
import { answerReader, type WireAnswer } from './clients/wire.ts'

/** The server's own limits, so low that they are reached. */
const reachable = { headersTimeout: 50, requestTimeout: 100, keepAliveTimeout: 50 }

/** The bytes sent at once, and the bytes that then trickle in, one at a time and repeatedly. */
type Slow = { readonly first: (api: Api) => string; readonly trickling: string }

const line = 'POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n'
const withKey = ({ authorization }: Api, headers: string) => `${line}Authorization: ${authorization}\r\n${headers}\r\n`
/** A collection from a phone of its own, since a phone gets few prompts. */
const good = (api: Api, reference: string, phone: number) => {
  const body = JSON.stringify({ ...api.bodies['collect-money'], reference, phone_number: `${256_770_000_001 + phone}` })
  return `${withKey(api, `Content-Length: ${body.length}\r\n`).replace('send', 'collect')}${body}`
}

/** Bytes before the beginning of a request. */
const slowBeginnings: Readonly<Record<string, Slow>> = {
  'nothing at all': { first: () => '', trickling: '' },
  'empty lines before a request': { first: () => '', trickling: '\r\n' },
}

const slowRequests: Readonly<Record<string, Slow>> = {
  'a request line that does not end': { first: () => 'POST /', trickling: 'a' },
  'headers that do not end': { first: () => line, trickling: 'X: y\r\n' },
  'one header that does not end': { first: () => `${line}X: `, trickling: 'y' },
  'a body that stops': { first: (api) => `${withKey(api, 'Content-Length: 100\r\n')}{`, trickling: '' },
  'a body that trickles': { first: (api) => withKey(api, 'Content-Length: 9000\r\n'), trickling: ' ' },
  'chunks that trickle': {
    first: (api) => withKey(api, 'Transfer-Encoding: chunked\r\n'),
    trickling: '1\r\n \r\n',
  },
  'a chunk size that does not end': {
    first: (api) => withKey(api, 'Transfer-Encoding: chunked\r\n'),
    trickling: '0',
  },
  'a trailer that does not end': {
    first: (api) => `${withKey(api, 'Transfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n`,
    trickling: 'X: y\r\n',
  },
}

const trickleMs = 5

describe('Hostile clients: slowness', () => {
  async function openImpatientApi() {
    const api = await overHttp()
    Object.assign(api.server, reachable)
    return api
  }

  test('a request that is not complete in time gets 408 and a closed connection, however it trickles in', {
    async 'the first of a connection'() {
      const api = await openImpatientApi()
      const outcomes = Object.entries({ ...slowBeginnings, ...slowRequests }).map(async ([name, slow]) => {
        return [name, statusesOf(await trickle(api, slow.first(api), slow.trickling))]
      })
      for (const [name, statuses] of await Promise.all(outcomes)) expect(statuses, String(name)).to.deep.equal([408])
    },
    async 'one after a valid one'() {
      const api = await openImpatientApi()
      const outcomes = Object.entries(slowRequests).map(async ([name, { first, trickling }], index) => {
        const bytes = good(api, name.replaceAll(' ', '-'), index) + first(api)
        return [name, statusesOf(await trickle(api, bytes, trickling))]
      })
      for (const [name, statuses] of await Promise.all(outcomes)) {
        expect(statuses, String(name)).to.deep.equal([201, 408])
      }
      expect(api.network.received).to.have.length(Object.keys(slowRequests).length)
    },
  })

  test('a body that still trickles in after its answer ends the connection, without a second answer', async () => {
    const api = await openImpatientApi()
    const outcomes = await Promise.all([
      trickle(api, `${line}Content-Length: 9000\r\n\r\n`, ' '),
      trickle(api, `${line}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
    ])
    expect(outcomes.map(statusesOf)).to.deep.equal([[401], [401]])
  })

  test('many slow clients do not delay the others', async () => {
    const api = await overHttp()
    const slow = Array.from({ length: 200 }, () => api.socket())
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    for (const socket of slow) socket.write(`${line}X: `)
    for (const reference of ['order-1', 'order-2', 'order-3']) {
      const answer = await api.post('send-money', { ...api.bodies['send-money'], reference })
      expect(answer.status).to.equal(201)
    }
    for (const socket of slow) socket.destroy()
  })

  test('a connection without traffic is closed, even if the client is the one that does not read', async () => {
    const api = await openImpatientApi()
    api.server.setTimeout(50)
    const socket = api.socket()
    socket.on('error', () => socket.destroy())
    socket.pause()
    const [accepted] = await once(api.server, 'connection')
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30_000))
    await once(accepted, 'close')
    socket.destroy()
  })

  test('by default headers may take 10 seconds, a whole request 15, an idle connection 65 and silence 120, and headers may have 16 KiB', async () => {
    const { server } = await overHttp()
    expect(limitsOf(server)).to.deep.equal({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      timeout: 120_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    })
  })
})

/** Sends the rest slowly until the connection is closed; resolves with every answer. */
async function trickle(api: Api, first: string, trickling: string): Promise<WireAnswer[]> {
  const socket: Socket = api.socket()
  const read = answerReader()
  const answers: WireAnswer[] = []
  socket.on('data', (bytes) => answers.push(...read(bytes)))
  socket.on('error', () => socket.destroy())
  socket.write(first, 'latin1')
  let at = 0
  const timer = setInterval(() => {
    if (trickling !== '' && socket.writable) socket.write(trickling[at % trickling.length] ?? '')
    at += 1
  }, trickleMs)
  await once(socket, 'close')
  clearInterval(timer)
  return answers
}

function statusesOf(answers: readonly WireAnswer[]): number[] {
  return answers.map(({ status }) => status)
}

/** The limits of a server, under Node's names. */
function limitsOf(server: Server): Record<string, unknown> {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server
  const { connectionsCheckingInterval, maxHeaderSize } = server as Server & Record<string, unknown>
  return { headersTimeout, requestTimeout, keepAliveTimeout, timeout, connectionsCheckingInterval, maxHeaderSize }
}
