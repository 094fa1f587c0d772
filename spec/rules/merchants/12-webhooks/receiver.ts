import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterwards } from '../../../fixtures/endings.ts'
import type { SelfSigned } from '../../../fixtures/selfSigned.ts'

/** A request received by a merchant's server. */
export type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a request; the usual answer is 204. */
export type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => unknown

/** A merchant's server, on a free port of this machine. */
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

const servers: Server[] = []

/** Opens a server, for `localhost` with TLS if a certificate is given. */
export async function openReceiver(answer: Answer = ok, certificate?: SelfSigned) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const one = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
    received.push(one)
    await receiver.answer(response, one, request)
  }
  const server = certificate ? createTlsServer(certificate, receive) : createServer(receive)
  servers.push(server)
  afterwards(() => closeServer(server))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const receiver = {
    answer,
    received,
    port,
    url: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    /** The sequences of the received events, under a path. */
    sequences: (path?: string) =>
      received.filter((one) => path === undefined || one.path === path).map(({ body }) => JSON.parse(body).sequence),
    close: () => closeServer(server),
  }
  return receiver
}

/** Ends all receivers before the example ends. */
export async function closeReceivers(): Promise<void> {
  for (const server of servers.splice(0)) await closeServer(server)
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  if (server.listening) await new Promise((resolve) => server.close(resolve))
}

/** Answers 204. */
export const ok: Answer = (response) => void response.writeHead(204).end()

/** Answers with a status. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end()
