import type { Got } from 'got'
import { type Clock, remainingMs } from '../../../core/sente.ts'
import { type Exchanged, exchange, type NetworkRequest } from './exchange.ts'
import { type Bounds, guardWithin } from './http/guard.ts'
import { requestedPause } from './requestedPause.ts'
import { requestQueue } from './requestQueue.ts'

/** Sends one request within its bounds. Never rejects, and never sends twice. */
export type Send = (request: NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/** The dependencies of sending to one network. */
type SendParts = { readonly http: Got; readonly clock: Clock; readonly atOnce: number | undefined }

/**
 * Sends to one network, at most `atOnce` requests at a time. Others wait for their turn within their bounds. Nothing is
 * sent during a pause that the network has asked for.
 */
export function guardedSend({ http, clock, atOnce = 2_000 }: SendParts): Send {
  const takeTurn = requestQueue(atOnce)
  const pause = requestedPause(clock)
  return async (request, bounds) => {
    if (remainingMs(clock, bounds.until) <= 0) return { kind: 'notWritten', because: 'the deadline passed' }
    const guard = guardWithin(clock, bounds)
    const endTurn = await takeTurn(guard.cancellation)
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
