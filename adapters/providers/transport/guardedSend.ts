import type { IncomingHttpHeaders } from 'node:http'
import type { Got } from 'got'
import { type Clock, type Deadline, deadlineIn, remainingMs } from '../../../core/sente.ts'
import { type Exchanged, exchange, type NetworkRequest } from './exchange.ts'
import { type Bounds, guardWithin } from './guard.ts'
import { requestQueue } from './requestQueue.ts'

/** Sends one request within its bounds. Never rejects, and never sends twice. */
export type Send = (request: NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/** What sending to one network needs. */
type SendParts = { readonly http: Got; readonly clock: Clock; readonly atOnce: number | undefined }

/**
 * Sends to one network, at most `atOnce` requests at a time; others wait for their turn within their bounds. Nothing is
 * sent during a pause that the network has asked for.
 */
export function guardedSend({ http, clock, atOnce = 2_000 }: SendParts): Send {
  const takeTurn = requestQueue(atOnce)
  const pause = askedPause(clock)
  return async (request, bounds) => {
    if (remainingMs(clock, bounds.until) <= 0) return { kind: 'notWritten', because: 'the deadline passed' }
    const guard = guardWithin(clock, bounds)
    const endTurn = await takeTurn(guard.cancellation)
    try {
      if (!endTurn) return { kind: 'notWritten', because: 'no turn came in time' }
      if (pause.forbids(request)) return { kind: 'notWritten', because: 'the network has asked for a pause' }
      const exchanged = await exchange(http, request, guard)
      pause.note(request, exchanged)
      return exchanged
    } finally {
      guard.stop()
      endTurn?.()
    }
  }
}

/** The pause that a network has asked for, which this process alone keeps. */
type AskedPause = {
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
function askedPause(clock: Clock): AskedPause {
  const until: { [Method in NetworkRequest['method']]?: Deadline } = {}
  return {
    forbids: ({ method }) => remainingMs(clock, until[method] ?? deadlineIn(clock, 0)) > 0,
    note({ method }, exchanged) {
      if (exchanged.kind !== 'answer') return
      const { status, headers } = exchanged
      const asked = retryAfterMs(headers, clock.nowMs()) ?? (status === 429 ? shortestMs : 0)
      if ((status !== 429 && status !== 503) || asked <= 0) return
      until.GET = deadlineIn(clock, Math.min(asked, longestMs))
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
