import type { IncomingMessage } from 'node:http'
import { headerValues } from '../answers/headers.ts'

/**
 * Whether everybody on the way sees the same end of a request, by RFC 9112, 6.1 and 6.3: it is HTTP/1.1 or 1.0, and
 * comes in chunks or with a length. Node's parser also takes other versions, further codings below the chunks, an empty
 * `Transfer-Encoding`, and chunks in HTTP/1.0.
 */
export function isWellFramed(req: IncomingMessage): boolean {
  const { httpVersion } = req
  const codings = headerValues(req, 'transfer-encoding')
  if (httpVersion === '1.0') return codings.length === 0
  return httpVersion === '1.1' && codings.every((coding) => /^chunked$/i.test(coding))
}
