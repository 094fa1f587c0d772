import type { ErrorCode, Problem } from './apiTypes.ts'
import type { Refused } from './refused.ts'

/** An answer that has come to its end. */
export type Received = { readonly status: number; readonly headers: Headers; readonly text: string }

/** The reason why there is no answer. */
export type Lost = { readonly because: unknown }

/** Reads an answer: the API's data, none for a bare answer, or a refusal by the API or on the way to it. */
export function answerIn<Data>(received: Received | Lost, isBare = false): { readonly data: Data } | Refused {
  if ('because' in received)
    return { refused: 'no_answer', message: `No answer: ${textOf(received.because)}`, status: null }
  const { status, headers, text } = received
  const body = envelopeIn<Data>(text)
  const isSuccess = status >= 200 && status < 300 && body?.status === 'success'
  if (isSuccess && isBare) return { data: {} as Data }
  if (isSuccess && typeof body.data === 'object' && body.data !== null) return { data: body.data }
  const requestId = headers.get('request-id')
  const known = { status, ...(requestId !== null && { requestId }), ...waitIn(headers) }
  const code = headers.get('error-code')
  const message = body?.detail ?? body?.message
  if (code === null || typeof message !== 'string')
    return { refused: 'unreadable_answer', message: unreadable(received), ...known }
  const match = headers.get('reference-match')
  const transactionId = transactionIn(headers)
  return {
    refused: code as ErrorCode,
    message,
    ...known,
    ...factsIn(body),
    ...(transactionId !== undefined && { transactionId }),
    ...batchIn(headers, body),
    ...(match !== null && { isSamePayment: match === 'same' }),
  }
}

/** `Retry-After` in seconds. Intermediaries may send a date instead, by another clock. */
function waitIn(headers: Headers): Pick<Refused, 'retryAfterS'> {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? { retryAfterS: Number(seconds) } : {}
}

/** The message of an error, and of its cause: `fetch` gives the reason only there. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

/** The message about an answer that cannot be read. A redirect that may not be seen has status 0 and no location. */
function unreadable({ status, headers }: Received): string {
  if (status !== 0 && (status < 300 || status >= 400)) return `An answer of ${status} that is not the API’s`
  return `A redirect to ${headers.get('location') ?? 'elsewhere'}: baseUrl must be the URL of the gateway itself`
}

/** A body of the API, or of another server. */
type Envelope<Data> = Omit<Partial<Problem>, 'status'> & {
  readonly status?: unknown
  readonly message?: unknown
  readonly data?: Data | null
}

function factsIn<Data>(problem?: Envelope<Data>): Pick<Refused, 'moneyMoved' | 'referenceUsed' | 'retry'> {
  const { money_moved: moneyMoved, reference_used: referenceUsed, retry } = problem ?? {}
  return moneyMoved && referenceUsed && retry ? { moneyMoved, referenceUsed, retry } : {}
}

function envelopeIn<Data>(text: string): Envelope<Data> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The batch that has used a reference, and the lines for which a batch is refused or needs a confirmation. */
function batchIn<Data>(headers: Headers, body?: Envelope<Data>): Pick<Refused, 'batchId' | 'lines' | 'warnings'> {
  const id = /<[^>]*\/payout-batches\/([^/>]+)>; rel="original"/.exec(headers.get('link') ?? '')?.[1]
  // A proxy that drops `Accept` causes an answer in the envelope.
  const { lines, warnings }: Pick<Refused, 'lines' | 'warnings'> = { ...(body?.data as object | null), ...body }
  return { ...(id !== undefined && { batchId: id }), ...(lines && { lines }), ...(warnings && { warnings }) }
}

/** The transaction in `Location`, or in the `Link` to the one that has used a reference. */
function transactionIn(headers: Headers): string | undefined {
  const original = /<([^>]*)>; rel="original"/.exec(headers.get('link') ?? '')?.[1]
  return /\/transactions\/([^/]+)$/.exec(headers.get('location') ?? original ?? '')?.[1]
}
