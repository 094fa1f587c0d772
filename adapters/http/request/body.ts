import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import bodyParser from 'koa-bodyparser'
import { isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import { headerValues } from '../answers/headers.ts'
import type { AccountQueues } from '../caller/accountQueues.ts'
import type { HttpRefusal } from '../errors/refusals.ts'
import { hasRepeats } from './repeats.ts'

/** An option of koa-bodyparser that its types lack. */
type ParserOptions = bodyParser.Options & { onProtoPoisoning: 'ignore' }

const options: ParserOptions = {
  enableTypes: ['json'],
  // The content type was checked before; the parser's own check accepts four more types and reads others as {}.
  detectJSON: () => true,
  strict: true,
  // A field named __proto__ is an own property like any other here; the schema refuses it by its name.
  onProtoPoisoning: 'ignore',
}

const parse = bodyParser(options)

/** The longest body that is read, and the longest that is checked at once, in bytes. A payment has some hundred. */
const [limit, limitAtOnce] = [16 * 1_024, 2 * 1_024]

const malformedJson = (isAmbiguous = false): HttpRefusal => ({ refused: 'malformed_json', isAmbiguous })
const bodyTooLarge: HttpRefusal = { refused: 'body_too_large' }

/**
 * Rule 4: reads the body as a JSON object of at most 16 KiB that names nothing twice; an empty body is an empty object. A
 * long one is parsed, and so also checked, when its account's turn comes.
 */
export async function readBody(ctx: Context, queued: AccountQueues): Promise<{ body: object } | HttpRefusal> {
  if (!isPlainJson(ctx.req)) return { refused: 'unsupported_media_type' }
  const read = await readBytes(ctx)
  if (isRefusal(read)) return read
  const parsed = () => parsedBody(ctx, read.bytes)
  return read.bytes.length > limitAtOnce ? queued(ctx, parsed) : parsed()
}

/** Reads a body of at most 16 KiB as bytes, whatever its type. */
export async function readBytes({ req }: Context): Promise<{ bytes: Buffer } | HttpRefusal> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (Number(req.headers['content-length']) > limit) return bodyTooLarge
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > limit) return bodyTooLarge
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks) }
  } catch (error) {
    if (req.destroyed && !req.readableEnded) return { refused: 'request_aborted' }
    throw error
  } finally {
    // The rest of a refused body is read and discarded, so that the connection stays usable.
    req.resume()
  }
}

async function parsedBody({ request }: Context, bytes: Buffer): Promise<{ body: object } | HttpRefusal> {
  // The parser reads a request; this one has been read.
  const req = Object.assign(Readable.from([bytes]), { headers: {} })
  try {
    await parse({ req, request } as unknown as Context, async () => {})
  } catch (error) {
    if (error instanceof SyntaxError) return malformedJson()
    throw error
  }
  const { body } = request
  // The parser silently replaces bytes that are not UTF-8.
  if (!body || Array.isArray(body) || !isUtf8(bytes)) return malformedJson()
  return hasRepeats(bytes.toString(), body) ? malformedJson(true) : { body }
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
