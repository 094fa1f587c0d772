import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Way as Kind } from '../../../core/sente.ts'
import { type SelfSigned, selfSigned } from '../../fixtures/selfSigned.ts'
import type { Dialect, Known, Reply } from './dialects.ts'

/** The kind of a request to a network. */
type Part = 'token' | 'submission' | 'enquiry'

/** A request whose head a network has read, and the possible reactions to it. */
export type Call = {
  readonly dialect: Dialect
  readonly kind: Kind
  /** Its number among the requests of its part, from 1. */
  readonly nth: number
  readonly response: ServerResponse
  readonly socket: Socket
  /** Reads the body, performs the request, and resolves with the answer to send. */
  perform(): Promise<Reply>
  /** Reads the body of a submission, tries the payment and fails. */
  fail(): Promise<void>
  /** Reads the body and does nothing. */
  read(): Promise<string>
  /** Lets the gateway's deadlines pass. */
  overdue(): void
}

/** A network's reaction to a request. */
export type Conduct = (call: Call) => unknown

/** A trouble of a network, of the connection to it or of its certificate, until it recovers. */
export type Trouble = { readonly [part in Part]?: Conduct } & {
  readonly way?: 'refused' | 'unknownName' | 'untrusted' | 'othersCertificate' | 'cutBeforeTls'
  /** Whether the gateway waits until a deadline. */
  readonly isLate?: boolean
}

/** A network on a free port that works properly before its trouble and after it has recovered. */
export type FaultyNetwork = Awaited<ReturnType<typeof openFaultyNetwork>>

const [own, others, strangers] = [selfSigned('network.test'), selfSigned('another.test'), selfSigned('network.test')]

/** The certificates to trust: a network's own, and one for another name. */
export const trusted: readonly string[] = [own.cert, others.cert]

/** The certificate that a network with TLS shows in each trouble. */
const certificates: { readonly [way in NonNullable<Trouble['way']>]?: SelfSigned } = {
  untrusted: strangers,
  othersCertificate: others,
  cutBeforeTls: own,
}

/** Starts it; its trouble is given in advance, because some needs a server with TLS. */
export async function openFaultyNetwork(dialect: Dialect, coming: Trouble, overdue: () => void) {
  let trouble: Trouble = {}
  const { seen, tried, serve } = handler(dialect, overdue)
  const shown = coming.way && certificates[coming.way]
  const answer = (request: IncomingMessage, response: ServerResponse) => void serve(request, response, trouble)
  const server = shown ? createSecureServer(own, answer) : createServer(answer)
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => trouble.way === 'cutBeforeTls' && socket.resetAndDestroy())
  server.on(shown ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const port = await listen(server, 0)

  /** Ends every connection, orderly or by a reset; resolves with their number when all are closed. */
  async function endConnections(how: 'end' | 'resetAndDestroy'): Promise<number> {
    const closed = [...connections].map((connection) => once(connection, 'close'))
    for (const connection of connections) connection[how]()
    return (await Promise.all(closed)).length
  }

  return {
    dialect,
    baseUrl: `${shown ? 'https' : 'http'}://network.test:${port}`,
    /** The number of requests whose head it has read. */
    seen,
    /** The number of attempts at the payment of each id. */
    tried,
    /** Whether its host name can be resolved. */
    isNamed: () => trouble.way !== 'unknownName',
    endConnections,
    /** Sends this unasked on every connection; returns their number. */
    sayUnasked(words: string): number {
      for (const connection of connections) connection.write(words)
      return connections.size
    },
    /** Begins the trouble. */
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

/** Answers the requests to a network, each under the current trouble, and remembers the payments. */
function handler(dialect: Dialect, overdue: () => void) {
  const seen = { token: 0, submission: 0, enquiry: 0 }
  const known = new Map<string, Known>()
  const tried = new Map<string, number>()

  async function serve(request: IncomingMessage, response: ServerResponse, trouble: Trouble): Promise<void> {
    const { method, url = '', headers, socket } = request
    const isToken = /\/token\/?$/.test(url)
    const part = isToken ? 'token' : method === 'POST' ? 'submission' : 'enquiry'
    const kind = /disbursement|transfer/.test(url) ? 'payout' : 'collection'
    seen[part] += 1
    const read = () => text(request)
    async function attempt(end: Known['end']) {
      const body = await read()
      const id = dialect.idIn(headers, body)
      known.set(id, { id, body, end })
      tried.set(id, (tried.get(id) ?? 0) + 1)
    }
    const duties: Record<Part, () => Promise<Reply>> = {
      token: async () => dialect.granted,
      submission: async () => attempt('succeeded').then(() => dialect.accepted(kind)),
      async enquiry() {
        const payment = known.get(url.slice(url.lastIndexOf('/') + 1))
        return payment ? dialect.report(kind, payment) : dialect.unknown(kind)
      },
    }
    const act: Conduct = trouble[part] ?? (async ({ perform }) => reply(response, await perform()))
    const can = { perform: duties[part], fail: () => attempt('failed'), read, overdue }
    await act({ dialect, kind, nth: seen[part], response, socket, ...can })
  }

  return { seen, tried, serve }
}

/** Sends an answer. */
export function reply(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status).end(body)
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
