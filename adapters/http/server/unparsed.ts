import { type IncomingMessage, METHODS, type Server } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Ids } from '../../../core/sente.ts'
import type { RequestHead } from '../answers/errors/problem.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { headerValues } from '../answers/headers.ts'
import { clientNetwork } from '../caller/clientAddress.ts'
import { sendMoney } from '../payments/sendMoney.ts'
import { closeWith, rawAnswer } from './rawAnswer.ts'
import type { RefusalSample } from './refusalSample.ts'
import type { AnsweredDeps } from './requestLog.ts'
import { unansweredRequests } from './unansweredRequests.ts'
import { headWithoutOffer } from './withoutOffer.ts'

/** Node's error about bytes that its parser refused. */
type ParserError = Error & { readonly code?: string; readonly bytesParsed?: number; readonly rawPacket?: Buffer }

/** A request, or the known parts of one that could not be read. */
type Bare = RequestHead & { readonly rawHeaders?: string[] }

/** The parser's errors for an unknown method, and for one of RTSP. */
const methodErrors: readonly unknown[] = ['HPE_INVALID_METHOD', 'HPE_INVALID_CONSTANT']

/**
 * Handles a request once the earlier ones on its connection are answered. A request that must not be handled is
 * answered here.
 */
type Accept = (req: IncomingMessage, handle: () => void) => void

type Deps = AnsweredDeps & {
  readonly ids: Ids
  readonly log: Logger
  readonly sample: RefusalSample
  readonly trustedProxies: BlockList
  /** The refusal of a request to a target without an endpoint. */
  readonly refusalAt: (target: string) => HttpRefusal
}

/**
 * Answers requests that Node's parser does not deliver, in the same envelope: unknown methods, CONNECT, and bytes that
 * are not HTTP. A request that offers another protocol is delivered without its offer. Call it before anything else listens for requests, and then for each request: it refuses requests with
 * an ambiguous end, closes connections that send too many without waiting, and drops anything that the parser took for
 * a request after a refused one.
 */
export function answerUnparsed(server: Server, deps: Deps): Accept {
  const { ids, log, sample, trustedProxies, refusalAt, onAnswered } = deps
  const requests = unansweredRequests(server)
  const refused = new WeakSet<Duplex>()

  async function refuse(socket: Duplex, refusal: HttpRefusal, request: Bare) {
    if (refused.has(socket) || !socket.writable) return
    refused.add(socket)
    const { rawHeaders = [] } = request
    const client = clientNetwork({ socket: socket as Socket, rawHeaders }, trustedProxies)
    if (!(await requests.turn(socket)) || !socket.writable) return closeWith(socket)
    const { requestId, status, text } = rawAnswer(ids, refusal, request)
    closeWith(socket, text)
    const line = { request_id: requestId, status, error_code: refusal.refused, client }
    log[sample(client) ? 'info' : 'debug'](line, 'request')
    const { refused: code } = refusal
    onAnswered?.({ method: '', route: undefined, status, refused: code, durationMs: 0 })
  }

  /**
   * Ends a connection with too many waiting requests: answering all of them would mean keeping everything that arrives
   * meanwhile.
   */
  function drop({ socket, rawHeaders }: IncomingMessage) {
    socket.destroy()
    const client = clientNetwork({ socket, rawHeaders }, trustedProxies)
    log[sample(client) ? 'info' : 'debug'](
      { client },
      'connection closed: too many requests without waiting for answers',
    )
  }

  /** Reads a request again without its offer to change the protocol, once the earlier ones are answered. */
  async function readAgain(req: IncomingMessage, socket: Duplex, after: Buffer) {
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    await requests.turn(socket)
    if (refused.has(socket) || !socket.writable) return
    socket.unshift(Buffer.concat([headWithoutOffer(req), after]))
    socket.off('error', destroy)
    server.emit('connection', socket)
  }

  server.on('clientError', (error: ParserError, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy()
    else void refuse(socket, refusalOf(error, refusalAt), requests.unfinished(socket) ?? headIn(error))
  })
  server.on('connect', (req, socket) => {
    const { url = '' } = req
    socket.on('error', () => socket.destroy())
    // CONNECT has no path: it is answered as if it were sent to the path of a payment.
    void refuse(socket, refusalAt(url.startsWith('/') ? url : sendMoney.path), req)
  })
  server.on('upgrade', (req, socket, after) => void readAgain(req, socket, after))
  return (req, handle) => {
    const { socket } = req
    if (refused.has(socket) || socket.destroyed) return
    if (!isWellFramed(req)) void refuse(socket, { refused: 'malformed_request' }, req)
    else if (!requests.begin(req, handle)) drop(req)
  }
}

function refusalOf(error: ParserError, refusalAt: Deps['refusalAt']): HttpRefusal {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return { refused: 'request_timeout' }
  if (error.code === 'HPE_HEADER_OVERFLOW') return { refused: 'headers_too_large' }
  const target = methodErrors.includes(error.code) ? targetOfUnknownMethod(brokenLine(error)) : undefined
  return target === undefined ? { refused: 'malformed_request' } : refusalAt(target)
}

/**
 * The headers in the bytes that the parser refused, if they contain them: the text between the empty lines around it.
 */
function headIn({ bytesParsed = 0, rawPacket }: ParserError): RequestHead {
  const packet = rawPacket?.toString('latin1') ?? ''
  const [after = ''] = packet.slice(bytesParsed).split('\r\n\r\n', 1)
  const before = packet.slice(0, bytesParsed).split('\r\n\r\n').at(-1)
  return { headers: { accept: /^accept:(.*)$/im.exec(`${before}${after}`)?.[1] } }
}

/** The line of the packet at which the parser stopped. */
function brokenLine({ bytesParsed = 0, rawPacket }: ParserError): string {
  const packet = rawPacket?.toString('latin1') ?? ''
  const [rest = ''] = packet.slice(bytesParsed).split('\r\n', 1)
  return `${packet.slice(0, bytesParsed).split('\n').at(-1)}${rest}`
}

/** The target in a request line with an unknown method; undefined when the method is known. */
function targetOfUnknownMethod(line: string): string | undefined {
  const [, method, target] = /^(\S+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? []
  return method === undefined || target === undefined || METHODS.includes(method) ? undefined : target
}

/**
 * Whether every proxy and server finds the same end of a request, by RFC 9112, 6.1 and 6.3: it is HTTP/1.1 or 1.0, and
 * is chunked or has a length. Node's parser also accepts other versions, further codings below the chunks, an empty
 * `Transfer-Encoding`, and chunks in HTTP/1.0.
 */
function isWellFramed(req: IncomingMessage): boolean {
  const { httpVersion } = req
  const codings = headerValues(req, 'transfer-encoding')
  if (httpVersion === '1.0') return codings.length === 0
  return httpVersion === '1.1' && codings.every((coding) => /^chunked$/i.test(coding))
}
