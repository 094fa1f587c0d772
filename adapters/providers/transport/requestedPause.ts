import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, type Deadline, deadlineIn, remainingMs } from '../../../core/sente.ts'
import type { Exchanged, NetworkRequest } from './exchange.ts'

/** A pause at a network's request. Each process keeps its own. */
type RequestedPause = {
  /** Whether a request would be sent during the pause. */
  forbids(request: NetworkRequest): boolean
  /** Notes whether the answer to a request asks for a pause. */
  note(request: NetworkRequest, exchanged: Exchanged): void
}

/** The longest pause, even if a network asks for a longer one. */
const longestMs = 300_000

/** The pause after a 429 without a time. */
const shortestMs = 1_000

/**
 * Keeps the pauses that a network requests by 429, or by 503 with a `Retry-After`. A pause in the answer to an enquiry
 * holds for enquiries alone. A pause in the answer to a submission holds for both.
 */
export function requestedPause(clock: Clock): RequestedPause {
  const until: { [Method in NetworkRequest['method']]?: Deadline } = {}
  return {
    forbids: ({ method }) => remainingMs(clock, until[method] ?? deadlineIn(clock, 0)) > 0,
    note({ method }, exchanged) {
      if (exchanged.kind !== 'answer') return
      const { status, headers } = exchanged
      const pauseMs = retryAfterMs(headers, clock.nowMs()) ?? (status === 429 ? shortestMs : 0)
      if ((status !== 429 && status !== 503) || pauseMs <= 0) return
      until.GET = deadlineIn(clock, Math.min(pauseMs, longestMs))
      if (method === 'POST') until.POST = until.GET
    },
  }
}

/**
 * The pause in a `Retry-After`, in seconds or until a date (RFC 9110, 10.2.3). The date is compared with the answer's
 * own.
 */
function retryAfterMs(
  { 'retry-after': after = '', date = '' }: IncomingHttpHeaders,
  nowMs: number,
): number | undefined {
  if (/^\d+$/.test(after)) return Number(after) * 1_000
  const [untilMs, sentMs] = [Date.parse(after), Date.parse(date)]
  if (Number.isNaN(untilMs)) return undefined
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs))
}
