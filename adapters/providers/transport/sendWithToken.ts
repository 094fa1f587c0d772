import type { AnswerContent, ConnectionBehind, Exchanged, NetworkAnswer, NetworkRequest } from './exchange.ts'
import type { Bounds } from './guard.ts'
import type { Send } from './guardedSend.ts'
import type { Tokens } from './tokenCache.ts'

/** What sending with a token needs. */
export type TokenSendParts = {
  readonly send: Send
  readonly tokens: Tokens
  /** Whether this says that the token is not good, and that nothing else was done. */
  readonly isTokenRefused: (answer: AnswerContent) => boolean
}

/** Sends the request that is made for a token, within its bounds. */
export type SendWithToken = (requestFor: (token: string) => NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/**
 * Sends with a token, and once more with a fresh one when the network refused the first, if it may still be written.
 * When it may not, or there is no fresh token, the network's refusal stands. So it does for a submission where the
 * refusal may have been said to somebody else: then the first one may have been executed.
 */
export function sendWithToken({ send, tokens, isTokenRefused }: TokenSendParts): SendWithToken {
  return async (requestFor, bounds) => {
    const token = await tokens.get(bounds.until)
    if ('because' in token) return { kind: 'notWritten', because: `no token: ${token.because}` }
    const request = requestFor(token.value)
    const first = await send(request, bounds)
    if (first.kind !== 'answer' || !isTokenRefused(first)) return first
    tokens.drop(token.value)
    if (request.method !== 'GET' && first.connection === 'used') return first
    const fresh = await tokens.get(bounds.until)
    if ('because' in fresh) return first
    const second = await send(requestFor(fresh.value), bounds)
    if (second.kind === 'notWritten') return first
    return second.kind === 'answer' ? { ...second, connection: weaker(first, second) } : second
  }
}

/** Neither of the two was executed only if both were certainly refused. */
function weaker(...answers: NetworkAnswer[]): ConnectionBehind {
  const behind = answers.map(({ connection }) => connection)
  return (['used', 'checked'] as const).find((weak) => behind.includes(weak)) ?? 'fresh'
}
