import type { Cancellation } from './guard.ts'

/** Waits for a turn; resolves with what ends it, or with undefined when it was cancelled first. */
export type TakeTurn = (cancellation: Cancellation) => Promise<(() => void) | undefined>

/** Lets so many take a turn at once; the others wait in the order in which they came. p-queue takes 6 % of the CPU time of a payment. */
export function requestQueue(atOnce: number): TakeTurn {
  let taken = 0
  const waiting = new Set<(hasTurn: boolean) => void>()

  function end() {
    const [next] = waiting
    if (!next) taken -= 1
    // The turn passes on; the count of those taken stays.
    else next(true)
  }

  function wait(cancellation: Cancellation): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasTurn: boolean) => {
        waiting.delete(settle)
        callOff()
        resolve(hasTurn)
      }
      const callOff = cancellation.onCancel(() => settle(false))
      waiting.add(settle)
    })
  }

  return async (cancellation) => {
    if (cancellation.because() !== undefined) return undefined
    if (taken >= atOnce) return (await wait(cancellation)) ? end : undefined
    taken += 1
    return end
  }
}
