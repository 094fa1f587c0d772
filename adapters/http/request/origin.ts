import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { headerValues } from '../answers/headers.ts'
import { isTrusted } from '../caller/clientAddress.ts'

/**
 * Where a request came to, such as `https://pay.example.com`; `/` when its Host is none. `X-Forwarded-Proto` is believed
 * only where a trusted proxy wrote it.
 */
export function originOf(req: IncomingMessage, trustedProxies: BlockList): string {
  const [host = ''] = headerValues(req, 'host')
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/i.test(host)) return '/'
  const told = headerValues(req, 'x-forwarded-proto').join()
  const isTls = told === 'https' && isTrusted(req.socket.remoteAddress ?? '', trustedProxies)
  return `${isTls ? 'https' : 'http'}://${host.toLowerCase()}`
}
