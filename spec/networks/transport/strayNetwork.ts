import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A request read from a connection. */
export type Read = { readonly head: string; readonly body: string }

/** A network's data on a connection: an answer to each request, and after each, if any, stray bytes. */
export type Speech = {
  answer(request: Read): string
  stray?(request: Read): string | undefined
}

/** A network over plain TCP, behind a relay. */
type StrayNetwork = { readonly baseUrl: string; readonly strays: number; close(): Promise<void> }

/**
 * Starts a network that answers requests in order, behind a relay that delays each connection, each way, by one of
 * these delays. Stray bytes come at a random moment within a round trip after an answer.
 */
export async function strayNetwork(speech: Speech, delaysMs: readonly number[]): Promise<StrayNetwork> {
  const sockets = new Set<Socket>()
  const count = { strays: 0, connections: 0 }
  const network = createServer((socket) => {
    sockets.add(socket.on('error', ignore))
    readRequests(socket, (request) => {
      const answer = speech.answer(request)
      if (/\nconnection: close/i.test(request.head)) {
        socket.end(answer.replace('\r\n', '\r\nconnection: close\r\n'))
        return
      }
      socket.write(answer)
      const stray = speech.stray?.(request)
      if (stray === undefined) return
      count.strays += 1
      const roundTripMs = 2 * Math.max(...delaysMs)
      setTimeout(() => socket.writable && socket.write(stray), Math.random() ** 3 * roundTripMs)
    })
  })
  const port = await listen(network)
  const relay = createServer((client) => {
    const delayMs = delaysMs[count.connections++ % delaysMs.length] ?? 0
    const upstream = connect(port, '127.0.0.1').setNoDelay()
    for (const socket of [client.setNoDelay(), upstream]) sockets.add(socket.on('error', ignore))
    passOn(client, upstream, delayMs)
    passOn(upstream, client, delayMs)
  })
  return {
    baseUrl: `http://127.0.0.1:${await listen(relay)}`,
    get strays() {
      return count.strays
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([network, relay].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** Writes an answer as bytes. */
export function answerOf(status: number, body: object | string = ''): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return `HTTP/1.1 ${status} Said\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

function passOn(from: Socket, to: Socket, delayMs: number) {
  from.on('data', (chunk) => void setTimeout(() => to.writable && to.write(chunk), delayMs))
  from.on('close', () => void setTimeout(() => to.end(), delayMs))
}

function readRequests(socket: Socket, take: (request: Read) => void) {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = text.slice(0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      take({ head, body: text.slice(end + 4, end + 4 + length) })
      text = text.slice(end + 4 + length)
    }
  })
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function ignore(): void {}
