import { answerIn, type Lost, type Received } from './answerIn.ts'
import type { Refused } from './refused.ts'

/** The options of a call, beside its request. */
export type CallOptions = {
  /** Ends the call with its reason. */
  readonly signal?: AbortSignal
  /** How long the call may take with all its attempts, in milliseconds; 60,000 by default. */
  readonly patienceMs?: number
}

/** One request to the API. */
export type Request = CallOptions & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** Whether it must not be done twice: it is not repeated once an attempt may have arrived. */
  readonly isOnce?: boolean
  /** How long the API itself may wait before it answers, in milliseconds. */
  readonly waitMs?: number
}

/** The outcome of a request, and whether an attempt may have had an effect without an answer about it. */
export type Answered<Data> = { readonly answer: { readonly data: Data } | Refused; readonly isInDoubt: boolean }

/** Sends a request until it is answered. */
export type Exchange = <Data>(request: Request) => Promise<Answered<Data>>

type Way = { readonly baseUrl: string; readonly secretKey: string; readonly fetch: typeof fetch }

/** How long one attempt may take, in milliseconds: longer than the API takes to answer that an outcome is unknown. */
const attemptMs = 30_000

const usualPatienceMs = 60_000

/**
 * Makes the exchange with the API. A request is sent again, after growing pauses, if it was not answered, or if the
 * refusal states that it can be repeated unchanged. No other request is.
 */
export function exchangeOver({ baseUrl, secretKey, fetch }: Way): Exchange {
  async function attempt(url: string, init: RequestInit, signals: AbortSignal[]): Promise<Received | Lost> {
    try {
      // A redirect is not followed: the request would arrive without its key, or as another.
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) })
      // An answer that breaks off counts as none.
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      return { because: error }
    }
  }

  return async <Data>({ method, path, body, signal, patienceMs = usualPatienceMs, waitMs = 0, isOnce }: Request) => {
    const headers = {
      Authorization: `Bearer ${secretKey}`,
      Accept: 'application/json, application/problem+json',
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const untilMs = performance.now() + patienceMs
    let isInDoubt = false
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted()
      const leftMs = Math.max(1, Math.ceil(untilMs - performance.now()))
      const limit = AbortSignal.timeout(Math.min(attemptMs + waitMs, leftMs))
      const received = await attempt(`${baseUrl}${path}`, init, signal ? [limit, signal] : [limit])
      if ('because' in received) signal?.throwIfAborted()
      const answer = answerIn<Data>(received, method === 'DELETE')
      if ('data' in answer) return { answer, isInDoubt }
      isInDoubt ||= leavesDoubt(answer, received)
      const pause = pauseMs(answer, attempts)
      const isOver = performance.now() + pause >= untilMs || (isOnce === true && isInDoubt)
      if (!isToBeRepeated(answer) || isOver) return { answer, isInDoubt }
      await sleep(pause, signal)
    }
  }
}

/** Whether a request can be sent again. The API states it; of other answers, 429 and 5xx allow it. */
function isToBeRepeated({ refused, status, retry }: Refused): boolean {
  if (retry !== undefined) return retry === 'same_request'
  if (refused === 'outcome_unknown' || refused === 'provider_unavailable') return false
  return status === null || status === 429 || status >= 500
}

/**
 * Whether an answer leaves the effect of the request open. The API states it. Of other answers, 5xx does, except two
 * codes for refusals before any effect.
 */
function leavesDoubt({ refused, status, moneyMoved, referenceUsed }: Refused, received: Received | Lost): boolean {
  if ('because' in received) return !wasNeverSent(received.because)
  if (moneyMoved !== undefined) return moneyMoved === 'unknown' || referenceUsed === 'unknown'
  if (refused === 'quarantined' || refused === 'not_ready') return false
  return (status ?? 0) >= 500 || refused === 'unreadable_answer'
}

/** The system calls in which Node fails before a connection is made. */
const beforeConnected: readonly unknown[] = ['connect', 'getaddrinfo']

/**
 * Whether an error of `fetch` proves that the request was never sent: no address was found, or no connection was made.
 * Node reports it; for other runtimes it is not known.
 */
function wasNeverSent(thrown: unknown): boolean {
  return thrown instanceof Error && isBeforeConnected(thrown.cause)
}

/** Whether an error came before the connection. A name with several addresses fails with an error for each. */
function isBeforeConnected(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false
  const { code, syscall, errors } = cause as { code?: unknown; syscall?: unknown; errors?: unknown }
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isBeforeConnected)
  return beforeConnected.includes(syscall) || code === 'UND_ERR_CONNECT_TIMEOUT'
}

const longestPauseMs = 86_400_000

/**
 * The pause before an attempt: half a second, doubled each time, up to 15 seconds, with a random part; longer if the
 * API asks for it, up to a day.
 */
function pauseMs({ retryAfterS = 0 }: Refused, attempts: number): number {
  const own = Math.min(15_000, 250 * 2 ** attempts) * (0.5 + Math.random() / 2)
  return Math.max(own, Math.min(retryAfterS * 1_000, longestPauseMs))
}

/** Resolves after a pause, or rejects as soon as the signal aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
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
