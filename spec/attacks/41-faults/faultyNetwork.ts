import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { type SelfSigned, selfSigned } from '../../fixtures/selfSigned.ts'
import type { Dialect } from './dialects.ts'
import { type NetworkDesk, networkDesk } from './networkDesk.ts'
import type { Trouble, Way } from './networkTrouble.ts'

/** A network on a free port that does its duty, until trouble comes and after it has recovered. */
export type FaultyNetwork = Pick<NetworkDesk, 'seen' | 'tried'> & {
  readonly dialect: Dialect
  readonly baseUrl: string
  /** Whether its name is known. */
  isNamed(): boolean
  /** Ends every connection, in turn or by a reset; resolves with how many when it has no more. */
  endConnections(how: 'end' | 'resetAndDestroy'): Promise<number>
  /** Says this on every connection without having been asked; tells on how many. */
  sayUnasked(text: string): number
  /** Begins the trouble. */
  fall(): Promise<void>
  recover(): Promise<void>
  close(): Promise<void>
}

const [own, others, strangers] = [selfSigned('network.test'), selfSigned('another.test'), selfSigned('network.test')]

/** The certificates that are to be trusted: a network's own, and one for another name. */
export const trusted: readonly string[] = [own.cert, others.cert]

/** Starts it; its trouble is told before, for with TLS it listens otherwise. */
export async function openFaultyNetwork(dialect: Dialect, coming: Trouble): Promise<FaultyNetwork> {
  let trouble: Trouble = {}
  const { seen, tried, serve } = networkDesk(dialect, () => trouble)
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

/** What a network with TLS shows of itself in each trouble. */
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
