import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether another site sends a form to ours, as the browser says in `Sec-Fetch-Site`, or an older one in `Origin`; what
 * says neither is no browser, and has nothing to do here.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin !== ownOrigin : site !== 'same-origin'
}

/** Whether a link on another site led here; the browser leaves cookies out then, until a page of ours leads on. */
export function isLinkFromElsewhere(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
}
