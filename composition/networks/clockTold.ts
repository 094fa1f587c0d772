import type { Got, Request } from 'got'

/** Takes note by how much a network's clock is ahead of this machine's, in milliseconds, as of one answer; must not throw. */
export type HearClock = (host: string, aheadMs: number) => void

/** The headers of an answer. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * By how much the clock of whoever answered is ahead of `nowMs`; undefined when the answer tells no time. An answer that
 * was kept on its way for some seconds says so (`Age`, RFC 9111).
 */
export function clockAheadMs({ date, age }: Headers, nowMs: number): number | undefined {
  const toldMs = Date.parse(String(date)) + (Number(age) || 0) * 1_000
  return Number.isNaN(toldMs) ? undefined : toldMs - nowMs
}

/** An HTTP client that tells of the clock behind each answer. */
export function hearingClocks(http: Got, nowMs: () => number, hear: HearClock): Got {
  return http.extend({
    handlers: [
      (options, next) => {
        const request = next(options)
        void (request as Request).once('response', ({ headers, requestUrl }) => {
          const aheadMs = clockAheadMs(headers, nowMs())
          if (aheadMs !== undefined) hear(requestUrl.host, aheadMs)
        })
        return request
      },
    ],
  })
}
