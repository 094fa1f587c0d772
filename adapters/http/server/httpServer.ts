import { createServer, type Server, type ServerOptions } from 'node:http'
import { clientNetwork, isPassedOn } from '../caller/clientAddress.ts'
import { secretKeyOf } from '../caller/identifyCaller.ts'
import { type Limits, usualLimits } from '../caller/limits.ts'
import { type AppDeps, app } from './app.ts'
import { refusalSample } from './refusalSample.ts'
import { requestScheduler } from './requestScheduler.ts'
import { answerUnparsed } from './unparsed.ts'

/**
 * The dependencies of the server. A merchant waits `requestMs` for an outcome, 20,000 by default, and `answerMs` for any
 * other answer, 30,000 by default; limits default to `usualLimits`.
 *
 * @interface
 */
export type HttpServerDeps = Omit<
  AppDeps,
  'requestMs' | 'answerMs' | 'isClosing' | 'isLeaving' | 'limits' | 'sample'
> & {
  readonly requestMs?: number
  readonly answerMs?: number
  readonly limits?: Partial<Limits>
  /** Whether the server will soon close: it still serves, is not ready, and ends connections; by default it never is. */
  readonly isLeaving?: () => boolean
}

const options: ServerOptions = {
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  // The app checks it, to answer in the envelope.
  requireHostHeader: false,
}

/** The dependencies of the app, with the defaults. */
export function withDefaults(deps: HttpServerDeps): Omit<AppDeps, 'isClosing'> {
  const { requestMs = 20_000, answerMs = 30_000, isLeaving = () => false, limits } = deps
  return {
    ...deps,
    requestMs,
    answerMs,
    isLeaving,
    limits: { ...usualLimits, ...limits },
    sample: refusalSample(deps.log),
  }
}

/** The time that a connection may be silent during a request, beyond the idle time: longer than any answer takes. */
const patienceMs = 55_000

/** The merchants' HTTP API, not listening yet. While the server leaves or closes, connections end after their answer. */
export function httpServer(given: HttpServerDeps): Server {
  const { isLeaving, ...deps } = withDefaults(given)
  const { requestSeconds, keepAliveSeconds, trustedProxies, connections } = deps.limits
  const server = createServer({
    ...options,
    headersTimeout: (requestSeconds * 1_000 * 2) / 3,
    requestTimeout: requestSeconds * 1_000,
    keepAliveTimeout: keepAliveSeconds * 1_000,
  })
  const isClosing = () => !server.listening
  const { koa, refusalAt } = app({ ...deps, isClosing, isLeaving: () => isLeaving() || isClosing() })
  const handle = koa.callback()
  const accept = answerUnparsed(server, { ...deps, trustedProxies, refusalAt })
  const schedule = requestScheduler()
  server.on('request', (req, res) =>
    accept(req, () =>
      schedule(
        req,
        () => void (req.socket.destroyed || handle(req, res)),
        () => ({
          network: clientNetwork(req, trustedProxies),
          key: secretKeyOf(req),
          isPassedOn: () => isPassedOn(req, trustedProxies),
        }),
      ),
    ),
  )
  // Node would answer an unknown `Expect` with an empty 417; RFC 9110 allows ignoring it.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res))
  // A client that half-closes the connection after a request still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.maxConnections = connections
  // A client that does not read its answers would otherwise keep its connection: no other limit covers answers.
  server.setTimeout(keepAliveSeconds * 1_000 + patienceMs)
  return server
}
