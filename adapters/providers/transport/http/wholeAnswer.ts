import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Request } from 'got'
import { type Body, readBody } from './readBody.ts'

/** A complete answer. */
export type WholeAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Body
  /** The bytes of the body, unchanged. */
  readonly raw: Uint8Array
}

/**
 * The longest answer that is read, in bytes. A longer one counts as none, and one that decompresses to more is
 * unreadable.
 */
const longestAnswer = 65_536

/**
 * Reads the answer to a request of got's stream API, which takes a sixth less CPU than its promises. Rejects when the
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
      const raw = Buffer.concat(chunks)
      resolve({ status: statusCode, headers, raw, body: bodyOf(raw, headers['content-encoding']) })
    })
    // Also handles errors after the answer.
    request.on('error', reject)
    request.once('close', () => reject(new Error('the request ended without an answer')))
  })
}

/** The body in bytes that may be compressed, although no compression was requested. */
function bodyOf(bytes: Buffer, packing = 'identity'): Body {
  if (bytes.length === 0 || packing.toLowerCase() === 'identity') return readBody(bytes)
  const unpack = unpackers.get(packing.toLowerCase())
  try {
    return unpack ? readBody(unpack(bytes, { maxOutputLength: longestAnswer })) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

/** By the names of RFC 9110. Some servers send `deflate` without the header of zlib, whose low half byte is 8. */
const unpackers = new Map<string, (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', (bytes, options) => ((bytes[0] ?? 0) % 16 === 8 ? inflateSync : inflateRawSync)(bytes, options)],
  ['br', brotliDecompressSync],
])

class AnswerTooLong extends Error {
  readonly code = 'ANSWER_TOO_LONG'
}
