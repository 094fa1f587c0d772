import type { ClientRequest, IncomingMessage } from 'node:http'

/** The answer of an endpoint. */
export type Answer = {
  readonly status: number
  /** The beginning of its text. */
  readonly text: string
  readonly retryAfter: string | undefined
}

/** How much is received for one request in total, and how much of the answer's text is kept, in bytes. */
const [mostReceived, mostKept] = [64 * 1024, 1024]

/** The smallest count for a read, in bytes: a single byte takes as long as thousands together. */
const leastCounted = 256

/** The largest headers of an answer, in bytes. */
export const maxHeaderSize = 16 * 1024

/** How many interim answers, such as 103 Early Hints, may come before the answer itself. */
const mostInterim = 8

/**
 * Resolves with the answer to a request. An answer above the limit is cut off, which ends the connection. It still
 * counts if its headers have come; otherwise it is an error.
 */
export function answerTo(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let [received, interim] = [0, 0]
    let cutOff = () => reject(new Error('it sent too much before its answer'))
    const overflow = () => {
      cutOff()
      request.destroy()
    }
    request.once('socket', (socket) => {
      const count = (chunk: Buffer) => {
        received += Math.max(chunk.length, leastCounted)
        if (received > mostReceived) overflow()
      }
      socket.on('data', count)
      request.once('close', () => socket.off('data', count))
    })
    request.on('information', () => {
      interim += 1
      if (interim > mostInterim) overflow()
    })
    request.once('error', reject)
    request.once('response', (response) => {
      cutOff = keep(response, resolve)
      response.once('error', reject)
    })
    // A switch to another protocol. Node reports it by this event alone.
    request.once('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, text: '', retryAfter: undefined })
    })
  })
}

/** Resolves with an answer at its end. Returns a function that resolves with the part that has come. */
function keep(response: IncomingMessage, resolve: (answer: Answer) => void): () => void {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    if (length < mostKept) chunks.push(chunk)
    length += chunk.length
  })
  const end = () => {
    const text = Buffer.concat(chunks).subarray(0, mostKept).toString('utf8')
    resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
  }
  response.once('end', end)
  return end
}
