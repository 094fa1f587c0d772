import type { PaymentCases } from '../../ports/books/cases.ts'
import type { Clock } from '../../ports/clock.ts'

/** How many days exchanges are stored, unless a setting changes it. */
export const exchangesKeptDays = 90

/** The function that {@link forgetExchanges} returns. */
export type ForgetExchanges = (request: {
  /** How long exchanges are stored, in milliseconds. */
  readonly keptMs: number
  /** The most rows that are removed. */
  readonly limit: number
}) => Promise<{ readonly removed: number }>

/**
 * Removes exchanges with networks that are older than the time limit, some rows at a time. All exchanges of a payment
 * with a recent one stay.
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
