import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fresh from 'fresh'
import type { Context } from './context.ts'
import type { Page } from './envelope.ts'
import { pagePolicy } from './headers.ts'

/** A page or document that clients cache, and ask about again by its `ETag`. */
type Cacheable = {
  readonly text: string
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a document: all of it, or that it has not changed. */
export type CacheableAnswer = (ctx: Context) => Promise<Page>

/** A document as bytes in one coding, and that it has not changed. */
type Version = { readonly page: Page; readonly unchanged: Page }

/** What is shorter, in bytes, is not compressed: it fits into one packet as it is. */
const leastCompressed = 1_024

/** Makes the answers with a document, whose bytes are made once; compressed ones when somebody first asks for them. */
export function cacheableAnswer({ text, type, headers = {} }: Cacheable): CacheableAnswer {
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
    // Not `ctx.fresh`: it knows one tag, and only once the answer is set. A client that has either version has the document.
    // Nor its headers: with a tag of its caller's, `fetch` sends `Cache-Control: no-cache`, but still means the tag.
    const tagsOnly = { 'if-none-match': ctx.headers['if-none-match'] }
    return tags.some((etag) => fresh(tagsOnly, { etag })) ? unchanged : page
  }
}

/** Answers with a page that the build has made, and allows nothing but the page's own style and script. */
export function builtPage(html: string): CacheableAnswer {
  return cacheableAnswer({ text: html, type: 'text/html', headers: { 'Content-Security-Policy': policyOf(html) } })
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

function policyOf(html: string): string {
  const own = (['style', 'script'] as const).flatMap((tag) => {
    const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html) ?? []
    return text === undefined ? [] : [`${tag}-src 'sha256-${digestOf(text)}'`]
  })
  return pagePolicy(...own, 'img-src data:')
}

/** The SHA-256 digest of a text, in base64. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
