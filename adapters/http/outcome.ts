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
  const told = outcome.catch((error: unknown) => {
    onBreakage(error)
    return unknown
  })
  const { late, cancel } = timeout(Math.max(0, ms))
  const inTime = late.then(() => {
    onBreakage(new Error('the outcome did not come in time'))
    return unknown
  })
  return Promise.race([told, inTime]).finally(cancel)
}

function timeout(ms: number): { late: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return { late, cancel: () => clearTimeout(timer) }
}
