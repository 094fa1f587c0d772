import type { Got } from 'got'
import { type AnswerContent, alone, exchange, type NetworkRequest } from '../exchange.ts'
import { isJsonObject } from '../http/readBody.ts'
import type { FetchToken } from './tokenCache.ts'

/** The dependencies for fetching a token; `describe` describes a refusal to operators. */
type GrantParts = {
  readonly http: Got
  readonly request: NetworkRequest
  readonly describe: (answer: AnswerContent) => string
}

/** Fetches tokens by OAuth 2. A token without a lifetime is used once. */
export function grantedToken({ http, request, describe }: GrantParts): FetchToken {
  // On a connection of its own, so that the first submissions use fresh ones.
  const ownRequest = alone(request)
  return async (guard) => {
    const exchanged = await exchange(http, ownRequest, guard)
    if (exchanged.kind !== 'answer') return exchanged
    const { status, body } = exchanged
    const isRefused = [400, 401, 403].includes(status)
    if (isRefused) return { because: describe(exchanged), fault: 'access_refused' }
    if (status !== 200 || !isJsonObject(body)) return { because: describe(exchanged) }
    const { access_token: value, expires_in: seconds } = body
    if (typeof value !== 'string' || value === '') return { because: 'the grant of the network has no token in it' }
    return { value, lifetimeMs: Math.max(0, Number(seconds) || 0) * 1000 }
  }
}
