import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An address that stays while servers come and go, like that of a proxy: the networks call back there. */
type CrashRelay = {
  readonly url: string
  /** Names the server that requests are passed on to. */
  passTo(url: string): void
  close(): Promise<void>
}

/** Opens it. While there is no server, connections are cut off. */
export async function openCrashRelay(): Promise<CrashRelay> {
  let target = ''
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const { method = 'POST', url = '/' } = request
    const body = await buffer(request)
    const answer = await fetch(`${target}${url}`, { method, body, headers: { 'Content-Type': 'application/json' } })
    response.writeHead(answer.status).end(await answer.text())
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passTo(url) {
      target = url
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
