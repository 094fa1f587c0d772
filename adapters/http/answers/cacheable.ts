import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fresh from 'fresh'
import type { Context } from './context.ts'
import type { Page } from './envelope.ts'
import { pagePolicy } from './headers.ts'

/** A page or document that clients cache and revalidate by its `ETag`. */
type Cacheable = {
  readonly text: string
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with the whole document, or with 304 if it has not changed. */
export type CacheableAnswer = (ctx: Context) => Promise<Page>

/** The answers with a document in one coding: the document as bytes, and a 304. */
type Version = { readonly page: Page; readonly unchanged: Page }

/** Shorter documents, in bytes, are not compressed: they fit into one packet anyway. */
const leastCompressed = 1_024

/** Makes the answers with a document. Its bytes are made once; compressed ones, on the first request for them. */
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
    // Not `ctx.fresh`: it compares a single tag, and only after the answer is set, but a client with either version has
    // the document. The other headers are left out: with a tag of its caller's, `fetch` sends `Cache-Control:
    // no-cache`, and still means the tag.
    const tagsOnly = { 'if-none-match': ctx.headers['if-none-match'] }
    return tags.some((etag) => fresh(tagsOnly, { etag })) ? unchanged : page
  }
}

/** Answers with a page that the build has made. Its policy allows nothing but the page's own style and script. */
export function builtPage(html: string): CacheableAnswer {
  return cacheableAnswer({ text: html, type: 'text/html', headers: { 'Content-Security-Policy': policyOf(html) } })
}

function versionOf(text: Buffer, headers: Readonly<Record<string, string>>): Version {
  const page: Page = { status: 200, text, headers }
  return { page, unchanged: { ...page, status: 304 } }
}

/** A value, or a function that reads it: then only the answers that are made of it stay in memory. */
export type Given<T> = T | (() => T)

/** The value that is given, or that is read now. */
export function givenNow<T extends object | string | undefined>(given: Given<T>): T {
  return typeof given === 'function' ? given() : given
}

/** Makes a value on the first call, and returns the same one afterwards. */
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
