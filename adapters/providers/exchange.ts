import type { Got } from 'got'
import type { Guard } from './guard.ts'
import { guardedRequest } from './guardedRequest.ts'
import { type Body, readBody } from './readBody.ts'

/** A request to a network. */
export type NetworkRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, to be written as JSON; without it and `body` none is sent. */
  readonly json?: unknown
  /** The body as the very text that is sent. */
  readonly body?: string
}

/** A network's answer, read whole. */
export type Answer = { readonly kind: 'answer'; readonly status: number; readonly body: Body }

/** What became of a request: answered, written but not answered, or never written. `because` is for operators. */
export type Exchanged =
  | Answer
  | { readonly kind: 'noAnswer'; readonly because: string }
  | { readonly kind: 'notWritten'; readonly because: string }

/** Sends one request under the eyes of its guard. Never rejects, and never sends twice. */
export async function exchange(http: Got, { url, ...request }: NetworkRequest, guard: Guard): Promise<Exchanged> {
  const { cancellation } = guard
  let isWritten = false
  const onWriting = () => {
    isWritten = true
    guard.onWriting()
  }
  const answer = http(url, { request: guardedRequest({ ...guard, onWriting }), ...request })
  const callOff = cancellation.onCancel(() => answer.cancel())
  try {
    const { statusCode, rawBody } = await answer
    return { kind: 'answer', status: statusCode, body: readBody(rawBody) }
  } catch (error) {
    return { kind: isWritten ? 'noAnswer' : 'notWritten', because: cancellation.because() ?? causeOf(error) }
  } finally {
    callOff()
  }
}

/** Says what went wrong without the error's message, which may quote addresses and headers. */
function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_CANCELED') return 'the answer was too long'
  return `the connection failed with ${typeof code === 'string' ? code : 'an unknown error'}`
}
