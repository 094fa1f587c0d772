import type { DueClaim } from '../../ports/books/claims.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Callback } from '../../ports/mobileProvider.ts'
import type { FollowUpPolicy } from '../policy.ts'
import { latestPlans } from '../schedule.ts'
import { type Patience, patience } from './patience.ts'

/** The enquiries of this process to one network in one currency. */
export type EnquiryQueue = {
  readonly network: string
  readonly currency: string
  /** The number of transactions about which the network is being asked now. */
  asking: number
  /**
   * The most hints among them. Anyone who knows the callback URL can send hints without end, so part of the room is the
   * sweep's alone.
   */
  readonly mostForHints: number
  /** The transactions of waiting hints, with the last callback of each. */
  readonly hinted: Map<string, Callback | undefined>
  readonly patience: Patience
  /**
   * The transactions to claim as due now. Enquiries planned by a clock that was ahead cost more to find: the queue
   * searches for them after the clock was set back, and from time to time, since another process may have planned them.
   */
  due(): Pick<DueClaim, 'nowMs' | 'latest'>
}

/** The name of a queue. */
export function keyOf({ currency, network }: Pick<EnquiryQueue, 'currency' | 'network'>): string {
  return `${currency} ${network}`
}

/** Opens a queue of enquiries to a network, about at most `atOnce` transactions at once. */
export function openQueue(
  { network, currency }: Pick<EnquiryQueue, 'currency' | 'network'>,
  { clock, atOnce, policy }: { readonly clock: Clock; readonly atOnce: number; readonly policy: FollowUpPolicy },
): EnquiryQueue {
  let lookedMs = Number.NEGATIVE_INFINITY
  let lookAheadMs = Number.NEGATIVE_INFINITY
  return {
    network,
    currency,
    asking: 0,
    mostForHints: Math.ceil(atOnce / 2),
    hinted: new Map(),
    patience: patience(clock, atOnce, policy),
    due() {
      const nowMs = clock.nowMs()
      const isPutBack = nowMs < lookedMs
      lookedMs = nowMs
      if (!isPutBack && clock.monotonicMs() < lookAheadMs) return { nowMs }
      lookAheadMs = clock.monotonicMs() + policy.absenceSpacingMs
      return { nowMs, latest: latestPlans(nowMs, policy) }
    },
  }
}
