import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Got } from 'got'
import type { ChannelFault } from '../../../core/sente.ts'
import type { Guard } from './http/guard.ts'
import { hold, lastRequestOn } from './http/heldConnection.ts'
import type { Body } from './http/readBody.ts'
import { guardedRequest } from './http/request.ts'
import { wholeAnswer } from './http/wholeAnswer.ts'

/** A request to a network. */
export type NetworkRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, to be written as JSON. Without this and `body`, none is sent. */
  readonly json?: unknown
  /** The body as the exact text to send. */
  readonly body?: string
  /** The way to verify an answer on a connection that was used before. */
  readonly check?: Check
  /**
   * Called with the exchange when it is over, with the bytes of the answer (none without an answer) and its duration.
   */
  readonly onExchanged?: (exchanged: Exchanged, how: { readonly raw: Uint8Array; readonly tookMs: number }) => void
}

/**
 * A second, last request on the same connection. Networks answer in the order of the requests. If the first answer
 * belonged to another request or to none, the answer to this request comes now.
 */
export type Check = {
  /** Whether the answer needs to be verified. */
  isNeeded(answer: AnswerContent): boolean
  request(): NetworkRequest
  /** Whether this can only be the answer to the check, or another refusal of the request. */
  passes(next: AnswerContent, answer: AnswerContent): boolean
}

/** The content of a network's answer. */
export type AnswerContent = { readonly status: number; readonly body: Body }

/** A network's answer, read whole. */
export type NetworkAnswer = AnswerContent & {
  readonly kind: 'answer'
  readonly headers: IncomingHttpHeaders
  readonly connection: ConnectionBehind
}

/**
 * How certain it is that an answer belongs to its request. A `fresh` connection had no request before. On a `checked`
 * one the check has shown it. On a `used` one the answer may belong to another request, or to none.
 */
export type ConnectionBehind = 'fresh' | 'checked' | 'used'

/**
 * The result of a request: answered, written but not answered, or never written. `because` is for operators; `fault`
 * names a fault on the way to the network, if there is one.
 */
export type Exchanged =
  | NetworkAnswer
  | { readonly kind: 'noAnswer'; readonly because: string; readonly fault: 'unreachable' }
  | { readonly kind: 'notWritten'; readonly because: string; readonly fault?: ChannelFault }

/** The same request, on a connection of its own. */
export function alone(request: NetworkRequest): NetworkRequest {
  return { ...request, headers: { ...request.headers, connection: 'close' } }
}

/** Sends one request within its guard. Never rejects, and never sends twice. */
export async function exchange(http: Got, request: NetworkRequest, guard: Guard): Promise<Exchanged> {
  const sentMs = performance.now()
  const { exchanged, raw } = await sent(http, request, guard)
  request.onExchanged?.(exchanged, { raw, tookMs: Math.round(performance.now() - sentMs) })
  return exchanged
}

const nothing = new Uint8Array()

async function sent(
  http: Got,
  { url, check, onExchanged: _, ...request }: NetworkRequest,
  guard: Guard,
): Promise<{ readonly exchanged: Exchanged; readonly raw: Uint8Array }> {
  const { cancellation } = guard
  let isWritten = false
  let used: Socket | undefined
  let release = () => {}
  const onWriting = (socket: Socket, isUsed: boolean) => {
    isWritten = true
    if (isUsed) used = socket
    if (isUsed && check) release = hold(socket)
    guard.onWriting(socket, isUsed)
  }
  const sending = http(url, { isStream: true, request: guardedRequest({ ...guard, onWriting }), ...request })
  const callOff = cancellation.onCancel(() => sending.destroy(new Error('called off')))
  try {
    const { status, body, raw, headers } = await wholeAnswer(sending)
    const content = { status, body }
    // The network asks for a pause, so no check is sent.
    const mayAsk = status !== 429
    const isChecked = mayAsk && used && check?.isNeeded(content) && (await passes(http, content, check, used, guard))
    const connection = !used ? 'fresh' : isChecked ? 'checked' : 'used'
    return { exchanged: { kind: 'answer', status, body, headers, connection }, raw }
  } catch (error) {
    const because = cancellation.because() ?? causeOf(error)
    return { exchanged: { kind: isWritten ? 'noAnswer' : 'notWritten', because, fault: 'unreachable' }, raw: nothing }
  } finally {
    callOff()
    release()
  }
}

async function passes(
  http: Got,
  content: AnswerContent,
  check: Check,
  socket: Socket,
  { cancellation }: Guard,
): Promise<boolean> {
  if (cancellation.because() !== undefined) return false
  const { url, check: _, onExchanged: __, ...request } = check.request()
  const sending = http(url, { isStream: true, request: lastRequestOn(socket), ...request })
  const callOff = cancellation.onCancel(() => sending.destroy(new Error('called off')))
  try {
    const { status, headers, body } = await wholeAnswer(sending)
    return isLast(headers) && check.passes({ status, body }, content)
  } catch {
    return false
  } finally {
    callOff()
  }
}

/**
 * Whether the answer has `Connection: close`, like its request (RFC 9112, 9.6). Without it, it answers another request.
 */
function isLast({ connection = '' }: IncomingHttpHeaders): boolean {
  return connection.toLowerCase() === 'close'
}

/** Describes an error without its message, which may contain addresses and headers. */
function causeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ANSWER_TOO_LONG') return 'the answer was too long'
  return `the connection failed with ${typeof code === 'string' ? code : 'an unknown error'}`
}
