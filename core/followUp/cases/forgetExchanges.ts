import type { PaymentCases } from '../../ports/books/cases.ts'
import type { Clock } from '../../ports/clock.ts'

/** How many days exchanges are kept, unless a setting says otherwise. */
export const exchangesKeptDays = 90

/** The function that {@link forgetExchanges} returns. */
export type ForgetExchanges = (request: {
  /** How long exchanges are kept, in milliseconds. */
  readonly keptMs: number
  /** How many rows are removed at most. */
  readonly limit: number
}) => Promise<{ readonly removed: number }>

/**
 * Removes what networks said longer ago than it is kept, some rows at a time. Of a payment that is still talked about
 * everything stays.
 */
export function forgetExchanges({
  cases,
  clock,
}: {
  readonly cases: Pick<PaymentCases, 'forgetExchanges'>
  readonly clock: Pick<Clock, 'nowMs'>
}): ForgetExchanges {
  return async ({ keptMs, limit }) => ({
    removed: await cases.forgetExchanges({ beforeMs: Math.max(0, clock.nowMs() - keptMs), limit }),
  })
}
