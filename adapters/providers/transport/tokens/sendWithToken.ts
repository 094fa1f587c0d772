import {
  type AnswerContent,
  alone,
  type ConnectionBehind,
  type Exchanged,
  type NetworkAnswer,
  type NetworkRequest,
} from '../exchange.ts'
import type { Send } from '../guardedSend.ts'
import type { Bounds } from '../http/guard.ts'
import type { Tokens } from './tokenCache.ts'

/**
 * An answer's refusal of the token: in the network's `own` words, which mean that nothing was executed; in `other`
 * words; or `contradicted` by the rest of the answer, so that the payment may exist.
 */
export type TokenRefusal = 'own' | 'other' | 'contradicted'

/** The dependencies for sending with a token. */
type TokenSendParts = {
  readonly send: Send
  readonly tokens: Tokens
  /** Undefined for an answer that does not refuse the token. */
  readonly tokenRefusal: (answer: AnswerContent) => TokenRefusal | undefined
}

/** Sends a request made with a token, within its bounds. */
type SendWithToken = (requestFor: (token: string) => NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/**
 * Sends with a token, and once more with a fresh one if the network refused the first and the request may still be
 * written. Otherwise the network's refusal stands. It also stands for a submission that may have been executed: the
 * refusal may belong to another request, or is contradicted. After a refusal in words other than the network's own, a
 * refusal of the second submission proves nothing about the first.
 */
export function sendWithToken({ send, tokens, tokenRefusal }: TokenSendParts): SendWithToken {
  return async (requestFor, bounds) => {
    const token = await tokens.get(bounds.until)
    if ('because' in token) {
      const { because, fault } = token
      return { kind: 'notWritten', because: `no token: ${because}`, ...(fault && { fault }) }
    }
    const request = requestFor(token.value)
    const isSubmission = request.method !== 'GET'
    const first = await send(request, bounds)
    const refusal = first.kind === 'answer' && tokenRefusal(first)
    if (!refusal) return first
    tokens.drop(token.value)
    if (isSubmission && (first.connection === 'used' || refusal === 'contradicted')) return first
    const fresh = await tokens.get(bounds.until)
    if ('because' in fresh) return first
    const second = await send(requestFor(fresh.value), bounds)
    if (second.kind === 'notWritten') return first
    if (second.kind !== 'answer') return second
    return { ...second, connection: isSubmission && refusal !== 'own' ? 'used' : weaker(first, second) }
  }
}

/**
 * Asks within the bounds, and once more on a connection of its own when the answer names no payment and so may belong
 * to another request on the same connection.
 */
export async function askWithToken(
  send: SendWithToken,
  {
    requestFor,
    isUnnamed,
    ...bounds
  }: Bounds & {
    readonly requestFor: (token: string) => NetworkRequest
    readonly isUnnamed: (answer: AnswerContent) => boolean
  },
): Promise<Exchanged> {
  const first = await send(requestFor, bounds)
  if (first.kind !== 'answer' || first.connection === 'fresh' || !isUnnamed(first)) return first
  const second = await send((token) => alone(requestFor(token)), bounds)
  return second.kind === 'answer' ? second : first
}

/** The less certain of two connections: neither request was executed only if both were certainly refused. */
function weaker(...answers: NetworkAnswer[]): ConnectionBehind {
  const behind = answers.map(({ connection }) => connection)
  return (['used', 'checked'] as const).find((weak) => behind.includes(weak)) ?? 'fresh'
}
