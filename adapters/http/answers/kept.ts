import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fresh from 'fresh'
import type { Context } from './context.ts'
import type { Page } from './envelope.ts'

/** A page or document that clients keep, and ask about again by its `ETag`. */
type Kept = {
  readonly text: string
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a document: all of it, or that it has not changed. */
export type KeptAnswer = (ctx: Context) => Promise<Page>

/** A document as bytes in one coding, and that it has not changed. */
type Version = { readonly page: Page; readonly unchanged: Page }

/** What is shorter, in bytes, is not compressed: it fits into one packet as it is. */
const leastCompressed = 1_024

/** Makes the answers with a document, whose bytes are made once; compressed ones when somebody first asks for them. */
export function keptAnswer({ text, type, headers = {} }: Kept): KeptAnswer {
  const bytes = Buffer.from(text)
  const isCompressible = bytes.length >= leastCompressed
  const vary = [headers.Vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  const shared = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ...headers, Vary: vary }
  const digest = digestOf(text)
  const tags = [`"${digest}"`, `"${digest}-gzip"`] as const
  const plain = versionOf(bytes, { ...shared, ETag: tags[0] })
  const compressed = once(async () => {
    const coded = { ...shared, 'Content-Encoding': 'gzip', ETag: tags[1] }
    return versionOf(await promisify(gzip)(bytes), coded)
  })
  return async (ctx) => {
    const isCompressed = isCompressible && ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
    const { page, unchanged } = isCompressed ? await compressed() : plain
    // Not `ctx.fresh`: it knows one tag, and only once the answer is set. Whoever has either version has the document.
    // Nor its headers: with a tag of its caller's, `fetch` sends `Cache-Control: no-cache`, and yet means the tag.
    const asked = { 'if-none-match': ctx.headers['if-none-match'] }
    return tags.some((etag) => fresh(asked, { etag })) ? unchanged : page
  }
}

function versionOf(text: Buffer, headers: Readonly<Record<string, string>>): Version {
  const page: Page = { status: 200, text, headers }
  return { page, unchanged: { ...page, status: 304 } }
}

/** Makes something when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The policy of a page that may load nothing but what is allowed here. */
export function pagePolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
}

/** The SHA-256 digest of a text, in base64. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
