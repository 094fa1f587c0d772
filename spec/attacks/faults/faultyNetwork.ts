import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type SelfSigned, selfSigned } from '../../fixtures/selfSigned.ts'
import type { Dialect } from './dialects.ts'
import type { Trouble, Way } from './networkTrouble.ts'
import { type RequestHandler, requestHandler } from './requestHandler.ts'

/** A network on a free port that works properly before its trouble and after it has recovered. */
export type FaultyNetwork = Pick<RequestHandler, 'seen' | 'tried'> & {
  readonly dialect: Dialect
  readonly baseUrl: string
  /** Whether its host name can be resolved. */
  isNamed(): boolean
  /** Ends every connection, orderly or by a reset; resolves with their number when all are closed. */
  endConnections(how: 'end' | 'resetAndDestroy'): Promise<number>
  /** Sends this unasked on every connection; returns their number. */
  sayUnasked(text: string): number
  /** Begins the trouble. */
  fall(): Promise<void>
  recover(): Promise<void>
  close(): Promise<void>
}

const [own, others, strangers] = [selfSigned('network.test'), selfSigned('another.test'), selfSigned('network.test')]

/** The certificates to trust: a network's own, and one for another name. */
export const trusted: readonly string[] = [own.cert, others.cert]

/** Starts it; its trouble is given in advance, because some needs a server with TLS. */
export async function openFaultyNetwork(dialect: Dialect, coming: Trouble): Promise<FaultyNetwork> {
  let trouble: Trouble = {}
  const { seen, tried, serve } = requestHandler(dialect, () => trouble)
  const shown = coming.way && certificates[coming.way]
  const answer = (request: IncomingMessage, response: ServerResponse) => void serve(request, response)
  const server = shown ? createSecureServer(own, answer) : createServer(answer)
  server.on('connection', (socket: Socket) => trouble.way === 'cutBeforeTls' && socket.resetAndDestroy())
  const connections = socketsOf(server, shown ? 'secureConnection' : 'connection')
  const port = await listen(server, 0)

  async function endConnections(how: 'end' | 'resetAndDestroy') {
    const closed = [...connections].map((connection) => once(connection, 'close'))
    for (const connection of connections) connection[how]()
    return (await Promise.all(closed)).length
  }

  return {
    dialect,
    baseUrl: `${shown ? 'https' : 'http'}://network.test:${port}`,
    seen,
    tried,
    isNamed: () => trouble.way !== 'unknownName',
    endConnections,
    sayUnasked(text) {
      for (const connection of connections) connection.write(text)
      return connections.size
    },
    async fall() {
      await endConnections('end')
      trouble = coming
      if (trouble.way === 'refused') await stop(server)
      if (shown && 'setSecureContext' in server) server.setSecureContext(shown)
    },
    async recover() {
      if (trouble.way === 'refused') await listen(server, port)
      if ('setSecureContext' in server) server.setSecureContext(own)
      trouble = {}
    },
    close: () => stop(server),
  }
}

/** The certificate that a network with TLS shows in each trouble. */
const certificates: { readonly [way in Way]?: SelfSigned } = {
  untrusted: strangers,
  othersCertificate: others,
  cutBeforeTls: own,
}

function socketsOf(server: Listener, event: 'connection' | 'secureConnection'): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on(event, (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** A server with TLS, or without. */
type Listener = Pick<Server, 'listen' | 'listening' | 'address' | 'close' | 'closeAllConnections'> & NodeJS.EventEmitter

async function listen(server: Listener, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function stop(server: Listener): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
