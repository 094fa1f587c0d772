import type { Got, Request } from 'got'
import { type WholeAnswer, wholeAnswer } from '../transport/http/wholeAnswer.ts'
import { type ConnectedMarket, connectionsIn } from './connections.ts'

/**
 * Receives the lead of a network's clock over this machine's, in milliseconds, at the time of one answer. Must not
 * throw.
 */
export type OnNetworkTime = (host: string, aheadMs: number) => void

/** The headers of an answer. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * How far the clock of the answering server is ahead of `nowMs`, in milliseconds; undefined when the answer has no
 * `Date`. An answer from a cache has its age there, in seconds (`Age`, RFC 9111).
 */
export function clockAheadMs({ date, age }: Headers, nowMs: number): number | undefined {
  const theirsMs = Date.parse(String(date)) + (Number(age) || 0) * 1_000
  return Number.isNaN(theirsMs) ? undefined : theirsMs - nowMs
}

/** An HTTP client that passes the time of each answer to `onTime`. */
export function withNetworkTime(http: Got, nowMs: () => number, onTime: OnNetworkTime): Got {
  return http.extend({
    handlers: [
      (options, next) => {
        const request = next(options)
        void (request as Request).once('response', ({ headers, requestUrl }) => {
          const aheadMs = clockAheadMs(headers, nowMs())
          if (aheadMs !== undefined) onTime(requestUrl.host, aheadMs)
        })
        return request
      },
    ],
  })
}

/** Sends every network of the market a request whose answer, whatever it is, has its time. Ignores missing answers. */
export function askTheTime(market: ConnectedMarket, http: Got): void {
  const addresses = new Set([...connectionsIn(market)].map(({ connection }) => connection.settings.baseUrl))
  for (const address of addresses) answerFrom(http, address).catch(() => undefined)
}

const answerMs = 5_000

/** Requests any answer at all from an address. Rejects when none comes within five seconds. */
export function answerFrom(http: Got, address: string): Promise<WholeAnswer> {
  return wholeAnswer(http.stream(address, { timeout: { request: answerMs } }))
}
