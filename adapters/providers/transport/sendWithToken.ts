import type { AnswerContent, ConnectionBehind, Exchanged, NetworkAnswer, NetworkRequest } from './exchange.ts'
import type { Bounds } from './guard.ts'
import type { Send } from './guardedSend.ts'
import type { Tokens } from './tokenCache.ts'

/** What sending with a token needs. */
export type TokenSendParts = {
  readonly send: Send
  readonly tokens: Tokens
  /** Whether this answer says that the token is invalid and nothing was executed. */
  readonly isTokenRefused: (answer: AnswerContent) => boolean
}

/** Sends a request made with a token, within its bounds. */
export type SendWithToken = (requestFor: (token: string) => NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/**
 * Sends with a token, and once more with a fresh one if the network refused the first and it may still be written.
 * Otherwise the network's refusal stands. It also stands for a submission where the
 * refusal may belong to another request: then the first one may have been executed.
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

/** The less certain of two connections: neither request was executed only if both were certainly refused. */
function weaker(...answers: NetworkAnswer[]): ConnectionBehind {
  const behind = answers.map(({ connection }) => connection)
  return (['used', 'checked'] as const).find((weak) => behind.includes(weak)) ?? 'fresh'
}
