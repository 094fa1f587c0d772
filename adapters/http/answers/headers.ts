import type { IncomingMessage, ServerResponse } from 'node:http'

/** Every value of a header, named in lower case, as it was sent. Node's `headersDistinct` would collect all headers. */
export function headerValues({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_, place) => place % 2 === 1 && isNamed(rawHeaders[place - 1] ?? '', name))
}

/** Sets headers of an answer that has not been sent yet. Koa's `set` allocates five arrays for each. */
export function setHeaders({ res }: { readonly res: ServerResponse }, headers: Readonly<Record<string, string>>): void {
  if (res.headersSent) return
  for (const name of Object.keys(headers)) res.setHeader(name, headers[name] ?? '')
}

function isNamed(sent: string, name: string): boolean {
  return sent.length === name.length && sent.toLowerCase() === name
}
