import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, type Deadline, deadlineIn, remainingMs } from '../../../core/sente.ts'
import type { Exchanged, NetworkRequest } from './exchange.ts'

/** The pause that a network has asked for, which this process alone keeps. */
type RequestedPause = {
  /** Whether a request would be sent during it. */
  forbids(request: NetworkRequest): boolean
  /** Notes whether the answer to a request asks for one. */
  note(request: NetworkRequest, exchanged: Exchanged): void
}

/** No network is left alone for longer than this, however long it asks for. */
const longestMs = 300_000

/** For a 429 without a time. */
const shortestMs = 1_000

/**
 * Keeps the pauses for which a network asks by 429, or by 503 with a `Retry-After`. A pause that an enquiry was told is one
 * of the enquiries alone; what a submission was told holds for both.
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

/** The pause in a `Retry-After`, in seconds or until a date (RFC 9110, 10.2.3), which is compared to the answer's own. */
function retryAfterMs(
  { 'retry-after': after = '', date = '' }: IncomingHttpHeaders,
  nowMs: number,
): number | undefined {
  if (/^\d+$/.test(after)) return Number(after) * 1_000
  const [untilMs, sentMs] = [Date.parse(after), Date.parse(date)]
  if (Number.isNaN(untilMs)) return undefined
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs))
}
