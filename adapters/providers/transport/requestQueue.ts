import type { Cancellation } from './http/guard.ts'

/** Waits for a turn. Resolves with the function that ends it, or with undefined if it was cancelled first. */
type TakeTurn = (cancellation: Cancellation, rank: Rank) => Promise<(() => void) | undefined>

/** Whether a request moves money. If it does, it passes all waiting questions. */
export type Rank = 'payment' | 'question'

/**
 * Gives at most `atOnce` turns at a time, payments first, and otherwise in the order of arrival. p-queue takes 6 % of
 * the CPU time of a payment.
 */
export function requestQueue(atOnce: number): TakeTurn {
  let taken = 0
  const waiting = { payment: new Set<(hasTurn: boolean) => void>(), question: new Set<(hasTurn: boolean) => void>() }

  function end() {
    const [next] = waiting.payment.size > 0 ? waiting.payment : waiting.question
    if (!next) taken -= 1
    // The turn passes to the next request; the count stays.
    else next(true)
  }

  function wait(cancellation: Cancellation, rank: Rank): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasTurn: boolean) => {
        waiting[rank].delete(settle)
        callOff()
        resolve(hasTurn)
      }
      const callOff = cancellation.onCancel(() => settle(false))
      waiting[rank].add(settle)
    })
  }

  return async (cancellation, rank) => {
    if (cancellation.because() !== undefined) return undefined
    if (taken >= atOnce) return (await wait(cancellation, rank)) ? end : undefined
    taken += 1
    return end
  }
}
