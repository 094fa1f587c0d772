import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Ids } from '../../../core/sente.ts'
import { envelopeOf } from '../answers/envelope.ts'
import type { RequestHead } from '../answers/errors/problem.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { commonHeaders } from '../answers/headers.ts'

/** How long to go on reading from the client, in milliseconds: closing the socket earlier could destroy the answer. */
const lingerMs = 1_000

/** An error as the bytes of an HTTP answer, for a socket without a parsed request. */
export function rawAnswer(
  ids: Ids,
  refusal: HttpRefusal,
  request: RequestHead,
): { requestId: string; status: number; text: string } {
  const requestId = ids.random()
  const { status, headers, body } = envelopeOf(refusal, request)
  const json = JSON.stringify(body)
  const lines = Object.entries({
    ...commonHeaders(requestId),
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
    'Content-Length': Buffer.byteLength(json),
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return { requestId, status, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}` }
}

/** Writes the last bytes to a socket, then closes it. */
export function closeWith(socket: Duplex, text = ''): void {
  if (socket.writable) socket.end(text)
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
  socket.resume()
}
