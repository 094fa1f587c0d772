import type { Transaction } from '../../model/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { movesFloat } from './floats.ts'
import { type FloatPorts, type FloatStatus, findFloats } from './listFloat.ts'

/** What the watch needs. */
export type FloatWatchPorts = FloatPorts & {
  readonly clock: Clock
  /** Called with the first payout that is refused since there was more in the float. */
  readonly onShort?: (payout: FloatPayout, float: FloatStatus) => void
}

/** A payout, for the float that it is paid from. */
export type FloatPayout = Pick<Transaction, 'network' | 'currency' | 'amountMinor'>

/** What one process knows of the floats of networks whose payouts are refused beyond them. */
export type FloatWatch = {
  /**
   * Takes a payout's amount from what is left, and tells whether there was enough. There is where a network is not set so, and
   * where it is not known, or was not for a minute, what is in its float.
   */
  take(payout: FloatPayout): boolean
  /** Looks what is in the floats; to be called every few seconds. */
  look(): Promise<void>
}

/** For how long what was found lasts, where looking again fails. */
const lastsMs = 60_000

type Left = { readonly float: FloatStatus; leftMinor: bigint; isTold: boolean }

/**
 * Watches the floats of networks whose payouts are refused beyond them. What payouts have taken since the books were
 * looked at is counted in this process alone, so that no payment waits for another process.
 */
export function floatWatch(ports: FloatWatchPorts): FloatWatch {
  const { market, clock, onShort } = ports
  const find = findFloats(ports)
  const isSet = ({ currency, network }: { readonly currency: string; readonly network: string }) =>
    market.get(currency)?.networks.some((one) => one.name === network && one.refusesBeyondFloat) ?? false
  let left: readonly Left[] = []
  let lookedAtMs = Number.NEGATIVE_INFINITY
  // Those that were taken while the books are read may be in what is read, or not.
  let takenSince: FloatPayout[] = []

  const isPaidFrom = (float: FloatStatus, payout: FloatPayout) => movesFloat(float, { ...payout, kind: 'payout' })

  return {
    take(payout) {
      const found = left.find(({ float }) => isPaidFrom(float, payout))
      if (!found || clock.monotonicMs() - lookedAtMs > lastsMs) return true
      if (found.leftMinor < payout.amountMinor) {
        if (!found.isTold) onShort?.(payout, found.float)
        found.isTold = true
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
        return [{ float, leftMinor, isTold: before?.isTold === true && leftMinor <= before.leftMinor }]
      })
      lookedAtMs = clock.monotonicMs()
    },
  }
}

/** What a payment takes from a float. */
type FloatShare = {
  /** Takes it the first time; tells each time whether there was enough. */
  take(): boolean
  /** Whether it was asked for and there was too little. */
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
