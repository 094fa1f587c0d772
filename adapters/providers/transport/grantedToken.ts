import type { Got } from 'got'
import { type AnswerContent, exchange, type NetworkRequest } from './exchange.ts'
import { isJsonObject } from './readBody.ts'
import type { FetchToken } from './tokenCache.ts'

/** What fetching a token needs; `describe` puts a refusal into words for operators. */
export type GrantParts = {
  readonly http: Got
  readonly request: NetworkRequest
  readonly describe: (answer: AnswerContent) => string
}

/** Fetches tokens that are granted as OAuth 2 has it. What does not say how long it lives is good for one use. */
export function grantedToken({ http, request, describe }: GrantParts): FetchToken {
  // On a connection of its own, so that the first submissions go over fresh ones.
  const alone = { ...request, headers: { ...request.headers, connection: 'close' } }
  return async (guard) => {
    const exchanged = await exchange(http, alone, guard)
    if (exchanged.kind !== 'answer') return exchanged
    const { status, body } = exchanged
    if (status !== 200 || !isJsonObject(body)) return { because: describe(exchanged) }
    const { access_token: value, expires_in: seconds } = body
    if (typeof value !== 'string' || value === '') return { because: 'the network granted something without a token' }
    return { value, lifetimeMs: Math.max(0, Number(seconds) || 0) * 1000 }
  }
}
