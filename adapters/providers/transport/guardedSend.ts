import type { Got } from 'got'
import PQueue from 'p-queue'
import { type Clock, remainingMs } from '../../../core/sente.ts'
import { type Exchanged, exchange, type NetworkRequest } from './exchange.ts'
import { type Bounds, guardWithin } from './guard.ts'

/** Sends one request within its bounds. Never rejects, and never sends twice. */
export type Send = (request: NetworkRequest, bounds: Bounds) => Promise<Exchanged>

/** What sending to one network needs. */
export type SendParts = { readonly http: Got; readonly clock: Clock; readonly atOnce: number | undefined }

/** Sends to one network, so many requests at once; the others wait for their turn within their bounds. */
export function guardedSend({ http, clock, atOnce = 2_000 }: SendParts): Send {
  const queue = new PQueue({ concurrency: atOnce })
  return async (request, bounds) => {
    if (remainingMs(clock, bounds.until) <= 0) return { kind: 'notWritten', because: 'the deadline passed' }
    const guard = guardWithin(clock, bounds)
    let exchanged: Promise<Exchanged> | undefined
    const begin = () => {
      exchanged = exchange(http, request, guard)
      return exchanged
    }
    // It rejects when the signal is aborted: what was begun by then comes to its own end.
    await queue.add(begin, { signal: guard.signal }).catch(() => undefined)
    const result = await exchanged
    guard.stop()
    return result ?? { kind: 'notWritten', because: 'no turn came in time' }
  }
}
