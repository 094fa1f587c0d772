import type { Transaction } from '../../model/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { movesFloat } from './floats.ts'
import { type FloatPorts, type FloatStatus, findFloats } from './listFloat.ts'

/** The ports of the watch. */
export type FloatWatchPorts = FloatPorts & {
  readonly clock: Clock
  /** Called with the first payout that is refused since the float had enough. */
  readonly onShort?: (payout: FloatPayout, float: FloatStatus) => void
}

/** A payout, for its float. */
export type FloatPayout = Pick<Transaction, 'network' | 'currency' | 'amountMinor'>

/** One process's view of the floats of networks whose payouts are limited to them. */
export type FloatWatch = {
  /**
   * Takes a payout's amount from the rest, and returns whether there was enough. True if the network does not limit its
   * payouts, and if the amount of its float is not known, or was not for a minute.
   */
  take(payout: FloatPayout): boolean
  /** Reads the floats. Call it every few seconds. */
  look(): Promise<void>
}

/** How long a reading is used if the next one fails. */
const lastsMs = 60_000

type Left = { readonly float: FloatStatus; leftMinor: bigint; isReported: boolean }

/**
 * Watches the floats of networks whose payouts are limited to them. Amounts taken by payouts since the last reading are
 * counted in this process alone, so that no payment waits for another process.
 */
export function floatWatch(ports: FloatWatchPorts): FloatWatch {
  const { market, clock, onShort } = ports
  const find = findFloats(ports)
  const isSet = ({ currency, network }: { readonly currency: string; readonly network: string }) =>
    market.get(currency)?.networks.some((one) => one.name === network && one.refusesBeyondFloat) ?? false
  let left: readonly Left[] = []
  let lookedAtMs = Number.NEGATIVE_INFINITY
  // Payouts during the reading of the books may be included in it or not.
  let takenSince: FloatPayout[] = []

  const isPaidFrom = (float: FloatStatus, payout: FloatPayout) => movesFloat(float, { ...payout, kind: 'payout' })

  return {
    take(payout) {
      const found = left.find(({ float }) => isPaidFrom(float, payout))
      if (!found || clock.monotonicMs() - lookedAtMs > lastsMs) return true
      if (found.leftMinor < payout.amountMinor) {
        if (!found.isReported) onShort?.(payout, found.float)
        found.isReported = true
        return false
      }
      found.leftMinor -= payout.amountMinor
      takenSince.push(payout)
      return true
    },
    async look() {
      const taken: FloatPayout[] = []
      takenSince = taken
      const floats = (await find()).filter((float) => isSet(float) && float.kinds.includes('payout'))
      left = floats.flatMap((float): Left[] => {
        if (float.usableMinor === null) return []
        const own = taken.filter((payout) => isPaidFrom(float, payout))
        const leftMinor = own.reduce((minor, { amountMinor }) => minor - amountMinor, float.usableMinor)
        const before = left.find((one) => one.float.currency === float.currency && one.float.account === float.account)
        return [{ float, leftMinor, isReported: before?.isReported === true && leftMinor <= before.leftMinor }]
      })
      lookedAtMs = clock.monotonicMs()
    },
  }
}

/** The share of a payment in a float. */
type FloatShare = {
  /** Takes it the first time; returns each time whether there was enough. */
  take(): boolean
  /** Whether it was requested and there was too little. */
  isShort(): boolean
}

/** A payout's share of a float, which is taken once although a step may be run again. */
export function floatShare(floats: Pick<FloatWatch, 'take'> | undefined, payout: FloatPayout): FloatShare {
  let isTaken: boolean | undefined
  return {
    take() {
      isTaken ??= floats?.take(payout) ?? true
      return isTaken
    },
    isShort: () => isTaken === false,
  }
}
