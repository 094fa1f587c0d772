import { createServer, type Server, type ServerOptions } from 'node:http'
import { type AppDeps, app } from './app.ts'
import { answerUnparsed } from './unparsed.ts'

/** What the server needs; a merchant waits `requestMs` for an outcome, 20 seconds by default. */
export type HttpServerDeps = Omit<AppDeps, 'requestMs' | 'isClosing'> & { readonly requestMs?: number }

const limits: ServerOptions = {
  headersTimeout: 10_000,
  // Until the whole request has come, its body included.
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 seconds after which load balancers commonly drop an idle connection.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  // The app checks it, to answer in the envelope.
  requireHostHeader: false,
}

/** The merchants' HTTP API, not listening yet; connections are closed after their answer once it is being closed. */
export function httpServer({ requestMs = 20_000, ...deps }: HttpServerDeps): Server {
  const server = createServer(limits)
  const handle = app({ ...deps, requestMs, isClosing: () => !server.listening }).callback()
  server.on('request', (req, res) => void handle(req, res))
  // Node would answer an unknown `Expect` with an empty 417; RFC 9110 allows to ignore it.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  answerUnparsed(server, deps)
  return server
}
