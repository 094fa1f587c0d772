import type { Got } from 'got'
import { type Clock, remainingMs } from '../../../core/sente.ts'
import { type Exchanged, exchange, type NetworkRequest } from './exchange.ts'
import { type Bounds, guardWithin } from './http/guard.ts'
import { questionPace } from './questionPace.ts'
import { requestedPause } from './requestedPause.ts'
import { requestQueue } from './requestQueue.ts'

/** Sends one request within its bounds. Never rejects, and never sends twice. */
export type Send = (request: NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/** The bounds of all requests to one network. */
type Limits = { readonly atOnce?: number; readonly enquiriesASecond?: number }

/** The dependencies of sending to one network. */
type SendParts = Limits & { readonly http: Got; readonly clock: Clock }

const usualAtOnce = 2_000

/**
 * Sends to one network, at most `atOnce` requests at a time, and at most `enquiriesASecond` questions in a second.
 * Others wait for their turn within their bounds, questions after payments. Nothing is sent during a pause that the
 * network has asked for.
 */
export function guardedSend({ http, clock, atOnce = usualAtOnce, enquiriesASecond }: SendParts): Send {
  const takeTurn = requestQueue(atOnce)
  const awaitPace = enquiriesASecond === undefined ? undefined : questionPace(clock, enquiriesASecond)
  const pause = requestedPause(clock)
  return async (request, bounds) => {
    if (remainingMs(clock, bounds.until) <= 0) return { kind: 'notWritten', because: 'the deadline passed' }
    const guard = guardWithin(clock, bounds)
    const rank = request.method === 'POST' ? 'payment' : 'question'
    if (rank === 'question') await awaitPace?.(guard.cancellation)
    const endTurn = await takeTurn(guard.cancellation, rank)
    try {
      if (!endTurn) return { kind: 'notWritten', because: 'the request got no turn in time' }
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

/** The most enquiries that can be under way at once, and none of them waits for more than a second. */
export function enquiriesAtOnce({ atOnce = usualAtOnce, enquiriesASecond = atOnce }: Limits): number {
  return Math.min(atOnce, enquiriesASecond)
}
