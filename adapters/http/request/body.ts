import type { IncomingMessage } from 'node:http'
import bodyParser from 'koa-bodyparser'
import { isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { headerValues } from '../answers/headers.ts'
import type { AccountQueues } from '../caller/accountQueues.ts'

/** An option of koa-bodyparser that its types lack. */
type ParserOptions = bodyParser.Options & { encoding: null }

const options: ParserOptions = {
  enableTypes: ['text'],
  textLimit: '16kb',
  // The bytes: text no longer tells whether they were UTF-8.
  encoding: null,
}

const read = bodyParser(options)

/** The longest body that is checked at once, in bytes. A payment has some hundred. */
const limitAtOnce = 2 * 1_024

const malformedJson = (isAmbiguous = false): HttpRefusal => ({ refused: 'malformed_json', isAmbiguous })
const bodyTooLarge: HttpRefusal = { refused: 'body_too_large' }

/**
 * Rule 4: reads the body as a JSON object of at most 16 KiB that names nothing twice; an empty body is an empty object. A
 * long one is parsed, and so also checked, when its account's turn comes.
 */
export async function readBody(ctx: Context, queued: AccountQueues): Promise<{ body: object } | HttpRefusal> {
  if (!isPlainJson(ctx.req)) return { refused: 'unsupported_media_type' }
  const received = await readBytes(ctx)
  if (isRefusal(received)) return received
  const parsed = async () => parsedBody(ctx, received.bytes)
  return received.bytes.length > limitAtOnce ? queued(ctx, parsed) : parsed()
}

/** Reads a body of at most 16 KiB as bytes, of any type. */
export async function readBytes(ctx: Context): Promise<{ bytes: Buffer } | HttpRefusal> {
  const { req, request } = ctx
  // By what was sent, koa-bodyparser would unpack some bodies and not read others.
  Object.assign(req.headers, { 'content-type': 'text/plain', 'content-encoding': 'identity' })
  try {
    await read(ctx, async () => {})
    // It keeps nothing of a request without a body.
    return { bytes: (request.rawBody as Buffer | undefined) ?? Buffer.alloc(0) }
  } catch (error) {
    if (isTooLarge(error)) return bodyTooLarge
    if (req.destroyed && !req.readableEnded) return { refused: 'request_aborted' }
    throw error
  } finally {
    // The rest of a refused body is read and discarded, so that the connection stays usable.
    req.resume()
  }
}

function parsedBody({ request }: Context, bytes: Buffer): { body: object } | HttpRefusal {
  const body = objectIn(bytes)
  if (!body) return malformedJson()
  request.body = body
  return hasRepeats(bytes.toString(), body) ? malformedJson(true) : { body }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The object that a body is, if it is one. A field named `__proto__` is one like any other: the schema refuses it by
 * its name.
 */
function objectIn(bytes: Buffer): object | undefined {
  if (bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    // The decoder throws a TypeError.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

const strings = /"(?:[^"\\]|\\.)*"/g

/**
 * Whether a JSON text names a member of an object twice, of which `JSON.parse` has kept the last one. Other programs read
 * the first, so that a proxy may have checked another amount than is paid. In valid JSON each colon outside of strings
 * belongs to one member.
 */
function hasRepeats(text: string, parsed: object): boolean {
  return text.replace(strings, '').split(':').length - 1 > membersIn(parsed)
}

/** How many members all objects in a value have. Without recursion: a body may be 8,000 arrays deep. */
function membersIn(parsed: object): number {
  const rest: unknown[] = [parsed]
  let members = 0
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    const inside = Object.values(value)
    if (!Array.isArray(value)) members += inside.length
    rest.push(...inside)
  }
  return members
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

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.too.large'
}
