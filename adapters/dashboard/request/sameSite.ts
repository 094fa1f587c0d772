import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether another site sends a form to ours, by the browser's `Sec-Fetch-Site`, or an older one's `Origin`. A client
 * that sends neither is not a browser, and is refused here.
 */
export function isFromElsewhere(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin !== ownOrigin : site !== 'same-origin'
}

/** Whether a link on another site led here. The browser then leaves cookies out until a page of ours leads on. */
export function isLinkFromElsewhere(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'
}
