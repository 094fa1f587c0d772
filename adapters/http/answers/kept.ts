import { createHash } from 'node:crypto'
import type { Context } from './context.ts'
import type { Page } from './envelope.ts'

/** A page or document that clients keep, and ask about again by its `ETag`. */
export type Kept = {
  readonly text: string
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes the answers with a document: all of it, or that it has not changed. */
export function keptAnswer({ text, type, headers }: Kept): (ctx: Context) => Page {
  const page: Page = {
    status: 200,
    text,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-cache',
      ETag: `"${digestOf(text)}"`,
      ...headers,
    },
  }
  const unchanged: Page = { ...page, status: 304 }
  return (ctx) => (names(ctx.headers['if-none-match'] ?? '', page.headers.ETag ?? '') ? unchanged : page)
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

/** Whether `If-None-Match` names a version, by RFC 9110, 13.1.2. */
function names(ifNoneMatch: string, tag: string): boolean {
  const named = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(tag)
}
