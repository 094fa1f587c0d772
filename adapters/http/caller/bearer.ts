import type { IncomingMessage } from 'node:http'
import { headerValues } from '../answers/headers.ts'

/**
 * The key of the one header `Authorization: Bearer <key>`, in the alphabet of RFC 6750; empty, which is nobody's key,
 * when the header is missing, malformed, or sent twice.
 */
export function secretKeyOf(req: IncomingMessage): string {
  const [authorization = '', ...others] = headerValues(req, 'authorization')
  if (others.length > 0) return ''
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? ''
}
