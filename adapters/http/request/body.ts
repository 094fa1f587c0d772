import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import bodyParser from 'koa-bodyparser'
import type { Context } from '../answers/context.ts'
import { headerValues } from '../answers/headers.ts'
import type { HttpRefusal } from '../errors/refusals.ts'
import { hasRepeats } from './repeats.ts'

/** An option of koa-bodyparser that its types lack. */
type ParserOptions = bodyParser.Options & { onProtoPoisoning: 'ignore' }

const limit = 16 * 1024

const options: ParserOptions = {
  enableTypes: ['json'],
  // The content type was checked before; the parser's own check accepts four more types and reads others as {}.
  detectJSON: () => true,
  jsonLimit: `${limit}b`,
  strict: true,
  // A field named __proto__ is an own property like any other here; the schema refuses it by its name.
  onProtoPoisoning: 'ignore',
}

const parse = bodyParser(options)

const malformedJson = (isAmbiguous = false): HttpRefusal => ({ refused: 'malformed_json', isAmbiguous })
const bodyTooLarge: HttpRefusal = { refused: 'body_too_large' }

/** Rule 4: reads the body as a JSON object of at most 16 KiB that names nothing twice; an empty body is an empty object. */
export async function readBody(ctx: Context): Promise<{ body: object } | HttpRefusal> {
  if (!isPlainJson(ctx.req)) return { refused: 'unsupported_media_type' }
  const chunks: Buffer[] = []
  const collect = (chunk: Buffer) => void chunks.push(chunk)
  ctx.req.on('data', collect)
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    return refusalOf(error, ctx.req)
  } finally {
    ctx.req.off('data', collect)
    // The rest of a refused body is read and discarded, so that the connection stays usable.
    ctx.req.resume()
  }
  const { body } = ctx.request
  const bytes = Buffer.concat(chunks)
  // The parser silently replaces bytes that are not UTF-8.
  if (!body || Array.isArray(body) || !isUtf8(bytes)) return malformedJson()
  return hasRepeats(bytes.toString(), body) ? malformedJson(true) : { body }
}

/** Reads a body of at most 16 KiB as bytes, whatever its type. */
export async function readBytes({ req }: Context): Promise<{ bytes: Uint8Array } | HttpRefusal> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > limit) return bodyTooLarge
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    return refusalOf(error, req)
  } finally {
    req.resume()
  }
}

function isPlainJson(req: IncomingMessage): boolean {
  const encodings = headerValues(req, 'content-encoding')
  return encodings.every((encoding) => /^identity$/i.test(encoding)) && headerValues(req, 'content-type').every(isJson)
}

function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => /^charset\b/.test(parameter))
  return type === 'application/json' && charsets.every((charset) => /^charset\s*=\s*("?)utf-?8\1$/.test(charset))
}

function refusalOf(error: unknown, req: IncomingMessage): HttpRefusal {
  if (req.destroyed && !req.readableEnded) return { refused: 'request_aborted' }
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return bodyTooLarge
  if (status === 400) return malformedJson()
  throw error
}
