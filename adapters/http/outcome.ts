import { type Opened, type Outcome, unknownOutcome } from '../../core/sente.ts'

/**
 * Waits for the outcome of a payment that was opened. One that breaks, or does not come within `ms`, is unknown, and
 * the money stays held; `onBreakage` hears of it, also when nobody waits any more.
 */
export function awaitOutcome(
  { transaction, outcome }: Opened,
  ms: number,
  onBreakage: (error: unknown) => void,
): Promise<Outcome> {
  const unknown = unknownOutcome(transaction)
  return new Promise((resolve) => {
    const settle = (known: Outcome) => {
      clearTimeout(timer)
      resolve(known)
    }
    const breakOff = (error: unknown) => {
      onBreakage(error)
      settle(unknown)
    }
    const timer = setTimeout(() => breakOff(new Error('the outcome did not come in time')), Math.max(0, ms))
    outcome.then(settle, breakOff)
  })
}
