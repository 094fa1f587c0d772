import type { Answer, Exchanged, NetworkRequest } from './exchange.ts'
import type { Bounds } from './guard.ts'
import type { Send } from './guardedSend.ts'
import type { Tokens } from './tokenCache.ts'

/** What sending with a token needs. */
export type TokenSendParts = {
  readonly send: Send
  readonly tokens: Tokens
  /** Whether this is the network's own word that the token is not good, and that it did nothing else. */
  readonly isTokenRefused: (answer: Answer) => boolean
}

/** Sends the request that is made for a token, within its bounds. */
export type SendWithToken = (requestFor: (token: string) => NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/**
 * Sends with a token, and once more with a fresh one when the network refused the first, if it may still be written.
 * When it may not, or there is no fresh token, the network's refusal stands.
 */
export function sendWithToken({ send, tokens, isTokenRefused }: TokenSendParts): SendWithToken {
  return async (requestFor, bounds) => {
    const token = await tokens.get(bounds.until)
    if ('because' in token) return { kind: 'notWritten', because: `no token: ${token.because}` }
    const first = await send(requestFor(token.value), bounds)
    if (first.kind !== 'answer' || !isTokenRefused(first)) return first
    tokens.drop(token.value)
    const fresh = await tokens.get(bounds.until)
    if ('because' in fresh) return first
    const second = await send(requestFor(fresh.value), bounds)
    return second.kind === 'notWritten' ? first : second
  }
}
