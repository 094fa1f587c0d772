import type { Got, Request } from 'got'
import { type WholeAnswer, wholeAnswer } from '../transport/http/wholeAnswer.ts'
import { type ConnectedMarket, connectionsIn } from './connections.ts'

/** Takes by how much a network's clock is ahead of this machine's, in milliseconds, as of one answer; must not throw. */
export type OnNetworkTime = (host: string, aheadMs: number) => void

/** The headers of an answer. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * By how much the clock of the server that answered is ahead of `nowMs`, in milliseconds; undefined when the answer has
 * no `Date`. An answer from a cache says how many seconds it was kept there (`Age`, RFC 9111).
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

/** Sends every network of the market a request, any answer to which brings its time; ignores those that do not answer. */
export function askTheTime(market: ConnectedMarket, http: Got): void {
  const addresses = new Set([...connectionsIn(market)].map(({ connection }) => connection.settings.baseUrl))
  for (const address of addresses) answerFrom(http, address).catch(() => undefined)
}

const answerMs = 5_000

/** Requests any answer at all from an address; rejects when none comes within five seconds. */
export function answerFrom(http: Got, address: string): Promise<WholeAnswer> {
  return wholeAnswer(http.stream(address, { timeout: { request: answerMs } }))
}
