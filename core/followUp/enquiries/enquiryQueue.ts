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
  /** About how many transactions the network is being asked now. */
  asking: number
  /** The transactions of hints that wait, with the last callback of each. */
  readonly hinted: Map<string, Callback | undefined>
  readonly patience: Patience
  /**
   * What is to be claimed as due now. What a clock that was ahead has planned costs more to find: it is looked for when
   * the clock was put back, and now and then, since another process may have planned it.
   */
  due(): Pick<DueClaim, 'nowMs' | 'latest'>
}

/** Names a queue. */
export function keyOf({ currency, network }: Pick<EnquiryQueue, 'currency' | 'network'>): string {
  return `${currency} ${network}`
}

/** Opens a queue of enquiries to a network that is asked about at most `atOnce` transactions at once. */
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
