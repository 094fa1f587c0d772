import type { IncomingMessage } from 'node:http'
import bodyParser from 'koa-bodyparser'
import { isRefusal, type JsonProblem } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { headerValues } from '../answers/headers.ts'
import type { Aborted, AccountQueues } from '../caller/accountQueues.ts'

/** An option of koa-bodyparser that its types lack. */
type ParserOptions = bodyParser.Options & { encoding: null }

const options: ParserOptions = {
  enableTypes: ['text'],
  // The bytes, since a text no longer shows whether they were UTF-8.
  encoding: null,
}

/** How many bytes a body can have; those of batches can have more. */
export const bodyLimits = { usual: 16_384, batch: 5_242_880 } as const

type BodyLimit = keyof typeof bodyLimits

const read = {
  usual: bodyParser({ ...options, textLimit: String(bodyLimits.usual) }),
  batch: bodyParser({ ...options, textLimit: String(bodyLimits.batch) }),
}

/**
 * Whether the body of a request may be larger than most: by its length, or because its length is not known in advance.
 */
export function isLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > bodyLimits.usual
}

/** The longest body that is checked at once, in bytes. A payment has some hundred. */
const limitAtOnce = 2 * 1_024

const malformedJson = (problem: JsonProblem): HttpRefusal => ({ refused: 'malformed_json', problem })

/**
 * Rule 4: reads the body as a JSON object of limited length whose names are unique and whose numbers are exact; an empty
 * body is an empty object. A long one is parsed in its account's turn, and searched for problems in the next.
 */
export async function readBody(
  ctx: Context,
  queued: AccountQueues,
  limit: BodyLimit = 'usual',
): Promise<{ body: object } | HttpRefusal> {
  if (!isPlainJson(ctx.req)) return { refused: 'unsupported_media_type' }
  const received = await readBytes(ctx, limit)
  if (isRefusal(received)) return received
  const { bytes } = received
  const inTurn: InTurn = (work) => (bytes.length > limitAtOnce ? queued(ctx, work) : work())
  const parsed = await inTurn(async () => objectIn(bytes))
  if (!parsed) return malformedJson('noObject')
  if (isRefusal(parsed)) return parsed
  ctx.request.body = parsed.body
  return inTurn(async () => {
    const problem = problemIn(bytes.toString().replace(strings, ''), parsed.body)
    return problem ? malformedJson(problem) : parsed
  })
}

/** Does one piece of a request's work. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T | Aborted>

/** Reads a body of limited length as bytes, of any type. */
export async function readBytes(ctx: Context, limit: BodyLimit = 'usual'): Promise<{ bytes: Buffer } | HttpRefusal> {
  const { req, request } = ctx
  // With the original headers, koa-bodyparser would unpack some bodies and not read others.
  Object.assign(req.headers, { 'content-type': 'text/plain', 'content-encoding': 'identity' })
  try {
    await read[limit](ctx, async () => {})
    // The parser sets nothing for a request without a body.
    return { bytes: (request.rawBody as Buffer | undefined) ?? Buffer.alloc(0) }
  } catch (error) {
    if (isTooLarge(error)) return { refused: 'body_too_large', ...(limit !== 'usual' && { bytes: bodyLimits[limit] }) }
    if (req.destroyed && !req.readableEnded) return { refused: 'request_aborted' }
    throw error
  } finally {
    // The rest of a refused body is read and discarded, so that the connection stays usable.
    req.resume()
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The object in a body, if it is one. A field named `__proto__` is a field like any other: the schema refuses its name.
 */
function objectIn(bytes: Buffer): { readonly body: object } | undefined {
  if (bytes.length === 0) return { body: {} }
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { body: value } : undefined
  } catch (error) {
    // The decoder throws a TypeError.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

const strings = /"(?:[^"\\]|\\.)*"/g

/**
 * The problem of a JSON text without its strings. It may name a member of an object twice: `JSON.parse` keeps the last
 * one, and other programs read the first, so that a proxy may have checked another amount than the one paid. In valid
 * JSON each colon outside of strings belongs to one member. Or it may have a number that would be rounded.
 */
function problemIn(bare: string, parsed: object): JsonProblem | undefined {
  if (bare.split(':').length - 1 > membersIn(parsed)) return 'fieldTwice'
  const isRounded = (number: string) => exactForm(number) !== exactForm(String(Number(number)))
  return bare.match(longNumbers)?.some(isRounded) ? 'inexactNumber' : undefined
}

/** Numbers with so many characters that a double may not hold them. */
const longNumbers = /-?[0-9][0-9.eE+-]{15,}/g

/** The digits of a number without zeros around them, and their power of ten. */
function exactForm(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = 0] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

/** The number of members of all objects in a value. Without recursion: a body may be 8,000 arrays deep. */
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
  return isPlain(req, 'application/json')
}

/** Whether a body has this type, in UTF-8 and not compressed. */
export function isPlain(req: IncomingMessage, wanted: string): boolean {
  const encodings = headerValues(req, 'content-encoding')
  const isWanted = (contentType: string) => isOfType(contentType, wanted)
  return (
    encodings.every((encoding) => /^identity$/i.test(encoding)) && headerValues(req, 'content-type').every(isWanted)
  )
}

function isOfType(contentType: string, wanted: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => /^charset\b/.test(parameter))
  return type === wanted && charsets.every((charset) => /^charset\s*=\s*("?)utf-?8\1$/.test(charset))
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.too.large'
}
