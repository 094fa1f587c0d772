import { isRefusal, type OpenedPayment, type Outcome, type Refusal, unknownOutcome } from '../../../core/sente.ts'

/**
 * Waits until a payment is opened or refused. Rejects when neither happens within `ms`: whether it is opened is then
 * unknown. The outcome of a payment that is opened later is not awaited; `onBreakage` is called if it breaks.
 */
export function awaitOpening(
  opening: Promise<OpenedPayment | Refusal>,
  ms: number,
  onBreakage: (error: unknown) => void,
): Promise<OpenedPayment | Refusal> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const giveUp = () => {
      isLate = true
      reject(new Error('the payment was neither opened nor refused in time'))
    }
    const timer = setTimeout(giveUp, Math.max(0, ms))
    const settle = (opened: OpenedPayment | Refusal) => {
      clearTimeout(timer)
      if (isLate && !isRefusal(opened)) opened.outcome.catch(onBreakage)
      resolve(opened)
    }
    const breakOff = (error: unknown) => {
      clearTimeout(timer)
      if (isLate) onBreakage(error)
      reject(error)
    }
    opening.then(settle, breakOff)
  })
}

/**
 * Waits for the outcome of an opened payment. If the outcome breaks or does not come within `ms`, it is unknown, and
 * the money stays held. `onBreakage` is called when it breaks, even after `ms`.
 */
export function awaitOutcome(
  { transaction, outcome }: OpenedPayment,
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
