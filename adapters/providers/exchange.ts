import type { Got } from 'got'
import type { Guard } from './guard.ts'
import { guardedRequest } from './guardedRequest.ts'
import { type Body, readBody } from './readBody.ts'
import { wholeAnswer } from './wholeAnswer.ts'

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
  const asked = http(url, { isStream: true, request: guardedRequest({ ...guard, onWriting }), ...request })
  const callOff = cancellation.onCancel(() => asked.destroy(new Error('called off')))
  try {
    const { status, bytes } = await wholeAnswer(asked)
    return { kind: 'answer', status, body: readBody(bytes) }
  } catch (error) {
    return { kind: isWritten ? 'noAnswer' : 'notWritten', because: cancellation.because() ?? causeOf(error) }
  } finally {
    callOff()
  }
}

/** Says what went wrong without the error's message, which may quote addresses and headers. */
function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ANSWER_TOO_LONG') return 'the answer was too long'
  return `the connection failed with ${typeof code === 'string' ? code : 'an unknown error'}`
}
