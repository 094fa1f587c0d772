import type { ErrorCode } from './apiTypes.ts'

/** What the API, or the way to it, refused. */
export type Refused = {
  /** The API's code; `no_answer` when nobody answered in time, `unreadable_answer` for an answer that is not the API's. */
  readonly refused: ErrorCode | 'no_answer' | 'unreadable_answer'
  readonly message: string
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The transaction that was recorded, or that has used the reference. */
  readonly transactionId?: string
  /** Of a used reference: whether it was used by the same payment. */
  readonly isSamePayment?: boolean
  /**
   * Of a payment: true when it was recorded, or may have been, by this call or, as `isSamePayment` tells, by an earlier
   * one. Another reference is safe only without it.
   */
  readonly mayHaveArrived?: true
  /** By which the operator finds the request. */
  readonly requestId?: string
}

/** What a call may be given beside its request. */
export type CallOptions = {
  /** Ends the call with its reason. */
  readonly signal?: AbortSignal
  /** How long the call may take with all its attempts, in milliseconds; 60,000 by default. */
  readonly patienceMs?: number
}

/** One request to the API. */
export type Request = CallOptions & {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** How long the API itself may wait before it answers, in milliseconds. */
  readonly waitMs?: number
}

/** What came of a request, and whether an attempt may have done something that no answer told of. */
export type Answered<Data> = { readonly answer: { readonly data: Data } | Refused; readonly isInDoubt: boolean }

/** Sends a request until it is answered. */
export type Exchange = <Data>(request: Request) => Promise<Answered<Data>>

type Way = { readonly baseUrl: string; readonly secretKey: string; readonly fetch: typeof fetch }

/** How long one attempt may take, in milliseconds: longer than the API takes to say that an outcome is unknown. */
const attemptMs = 30_000

const usualPatienceMs = 60_000

/**
 * Makes the exchange with the API. What was not answered, or answered with 429 or with a 5xx that is not about a recorded
 * payment, is sent again as it was, after pauses that grow; nothing else is.
 */
export function exchangeOver({ baseUrl, secretKey, fetch }: Way): Exchange {
  async function attempt({ method, path, body, signal, waitMs = 0 }: Request): Promise<Response | undefined> {
    const signals = [AbortSignal.timeout(attemptMs + waitMs), ...(signal ? [signal] : [])]
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secretKey}`,
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any(signals),
      })
      // An answer that breaks off is none.
      const text = await response.text()
      return new Response(response.status === 304 ? null : text, { status: response.status, headers: response.headers })
    } catch {
      signal?.throwIfAborted()
      return undefined
    }
  }

  return async <Data>(request: Request) => {
    const untilMs = performance.now() + (request.patienceMs ?? usualPatienceMs)
    let isInDoubt = false
    for (let attempts = 1; ; attempts += 1) {
      request.signal?.throwIfAborted()
      const response = await attempt(request)
      const answer = await answerIn<Data>(response)
      isInDoubt ||= 'refused' in answer && leavesDoubt(answer)
      const pause = pauseMs(response, attempts)
      if (!isToBeRepeated(response) || performance.now() + pause >= untilMs) return { answer, isInDoubt }
      await sleep(pause, request.signal)
    }
  }
}

function isToBeRepeated(response: Response | undefined): boolean {
  if (!response || response.status === 429) return true
  const code = response.headers.get('error-code')
  return response.status >= 500 && code !== 'outcome_unknown' && code !== 'provider_unavailable'
}

/** Whether an answer leaves open what was done. These refusals of status 503 come before anything is. */
function leavesDoubt({ refused, status }: Refused): boolean {
  if (refused === 'quarantined' || refused === 'not_ready') return false
  return status === null || status >= 500 || refused === 'unreadable_answer'
}

const longestPauseMs = 86_400_000

/**
 * Half a second, and twice as long each time, up to 15 seconds, a part of it by chance; longer where the API asks for it,
 * up to a day.
 */
function pauseMs(response: Response | undefined, attempts: number): number {
  const own = Math.min(15_000, 250 * 2 ** attempts) * (0.5 + Math.random() / 2)
  const askedMs = Number(response?.headers.get('retry-after') ?? Number.NaN) * 1_000
  return askedMs > own ? Math.min(askedMs, longestPauseMs) : own
}

async function answerIn<Data>(response: Response | undefined): Promise<{ readonly data: Data } | Refused> {
  if (!response) return { refused: 'no_answer', message: 'Nobody answered', status: null }
  const { status, headers } = response
  const body = (await response.json().catch(() => undefined)) as Envelope<Data> | undefined
  const requestId = headers.get('request-id')
  const known = { status, ...(requestId !== null && { requestId }) }
  if (response.ok && body?.status === 'success') return { data: body.data as Data }
  const code = headers.get('error-code')
  if (code === null || typeof body?.message !== 'string')
    return { refused: 'unreadable_answer', message: `An answer of ${status} that is not the API’s`, ...known }
  const match = headers.get('reference-match')
  const transactionId = transactionIn(headers)
  return {
    refused: code as ErrorCode,
    message: body.message,
    ...known,
    ...(transactionId !== undefined && { transactionId }),
    ...(match !== null && { isSamePayment: match === 'same' }),
  }
}

/** A body of the API, or of somebody else. */
type Envelope<Data> = { readonly status?: string; readonly message?: unknown; readonly data?: Data }

/** The transaction that `Location` leads to, or the `Link` to the one that has used a reference. */
function transactionIn(headers: Headers): string | undefined {
  const original = /<([^>]*)>; rel="original"/.exec(headers.get('link') ?? '')?.[1]
  return /\/transactions\/([^/]+)$/.exec(headers.get('location') ?? original ?? '')?.[1]
}

/** Resolves after a pause, or rejects as soon as a signal says so. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
