import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Every value of a header, by its name in lower case, in the form that was sent. Node's `headersDistinct` would collect
 * all headers.
 */
export function headerValues({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, place) => place % 2 === 1 && isNamed(rawHeaders[place - 1] ?? '', name))
}

/** HTTP/1.1 requires exactly one Host header; Node would answer a missing one with an empty body. */
export function isHostClear(req: IncomingMessage): boolean {
  return req.httpVersion === '1.0' || headerValues(req, 'host').length === 1
}

/** The policy of a page that may load nothing but these sources. */
export function pagePolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"].join(
    '; ',
  )
}

/** The policy of answers that are not pages: they load nothing. */
const policy = pagePolicy()

/** The headers of every answer. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
  }
}

/** The headers of every answer over TLS: browsers use TLS only, and send other sites no referrer. */
export const headersOverTls = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Referrer-Policy': 'no-referrer',
}

/** Sets headers of an answer that has not been sent yet. Koa's `set` would allocate five arrays for each. */
export function setHeaders({ res }: { readonly res: ServerResponse }, headers: Readonly<Record<string, string>>): void {
  if (res.headersSent) return
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name] ?? '')
}

function isNamed(sent: string, name: string): boolean {
  return sent.length === name.length && sent.toLowerCase() === name
}
