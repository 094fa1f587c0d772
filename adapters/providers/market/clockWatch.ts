import type { Got } from 'got'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/sente.ts'
import type { ConnectedMarket } from './connections.ts'
import { askTheTime, type OnNetworkTime, withNetworkTime } from './networkTime.ts'

/** Checks the wall clock of this machine against those of the networks. */
export type ClockWatch = {
  /** Receives the time in each answer of a network. */
  readonly onTime: OnNetworkTime
  /** False while the clock is known to be wrong. Asks the networks if there is reason to. Never throws. */
  isRight(): boolean
  /** How far the clock is ahead of the nearest network's, in milliseconds; undefined while none is known. */
  aheadMs(): number | undefined
}

/** The dependencies of the watch. */
type ClockWatchParts = {
  readonly clock: Clock
  readonly log: Logger
  /** Sends every network a request, whose answer brings its time to `onTime`. Returns at once. */
  readonly ask: () => void
}

/** A clock that is further off is wrong: neither a network's own clock nor a slow answer explains that much. */
const mostOffMs = 5 * 60_000

/** The shortest time between two rounds of requests to the networks. */
const askEveryMs = 10_000

/**
 * Makes the watch. The clock counts as wrong only when every network that sends its time disagrees with it. A jump
 * against the monotonic clock is only a reason to ask, because the clock also jumps when the machine wakes up.
 */
export function clockWatch({ clock, log, ask }: ClockWatchParts): ClockWatch {
  const aheadMs = new Map<string, number>()
  let isRight = true
  let apartMs = clock.nowMs() - clock.monotonicMs()
  let askedAtMs = Number.NEGATIVE_INFINITY

  function lookForJump() {
    const nowApartMs = clock.nowMs() - clock.monotonicMs()
    if (Math.abs(nowApartMs - apartMs) <= mostOffMs) return
    apartMs = nowApartMs
    aheadMs.clear()
    askNow()
  }

  function askNow() {
    if (clock.monotonicMs() - askedAtMs < askEveryMs) return
    askedAtMs = clock.monotonicMs()
    ask()
  }

  function judge() {
    const rightNow = ![...aheadMs.values()].every(isOff)
    if (rightNow === isRight) return
    isRight = rightNow
    const seconds = Object.fromEntries([...aheadMs].map(([host, ms]) => [host, Math.round(ms / 1_000)]))
    if (isRight) log.warn({ ahead_s: seconds }, 'the clock of this machine is right again')
    else log.error({ ahead_s: seconds }, 'not ready: the clock of this machine is wrong')
  }

  return {
    onTime(host, ms) {
      lookForJump()
      const isNewlyOff = isOff(ms) && !isOff(aheadMs.get(host) ?? 0)
      aheadMs.set(host, ms)
      // The other networks may have answered before the clock went wrong.
      if (isNewlyOff) askNow()
      judge()
    },
    isRight() {
      lookForJump()
      if (!isRight) askNow()
      return isRight
    },
    aheadMs() {
      const [nearest] = [...aheadMs.values()].sort((one, other) => Math.abs(one) - Math.abs(other))
      return nearest === undefined ? undefined : -nearest
    },
  }
}

function isOff(aheadMs: number): boolean {
  return Math.abs(aheadMs) > mostOffMs
}

/** An HTTP client for the networks, and a watch that receives the time in each of its answers. */
export type NetworkClock = { readonly http: Got; readonly watch: ClockWatch }

/** Makes both: the watch asks through the client, and the client passes the times on to the watch. */
export function networkClock({
  configuration,
  http: plain,
  ...parts
}: Omit<ClockWatchParts, 'ask'> & { configuration: ConnectedMarket; http: Got }): NetworkClock {
  const watch = clockWatch({ ...parts, ask: () => askTheTime(configuration, http) })
  const http = withNetworkTime(plain, parts.clock.nowMs, watch.onTime)
  return { http, watch }
}
