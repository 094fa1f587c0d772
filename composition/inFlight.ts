import { isRefusal, type Pay, type PaymentRequest } from '../core/sente.ts'

/** The payments that were begun and have not ended, whether or not their merchant still waits. */
export type InFlight = {
  /** Wraps a use case so that its payments are counted until their outcome is noted. */
  track<Request extends PaymentRequest>(pay: Pay<Request>): Pay<Request>
  /** Resolves when none is left. */
  ended(): Promise<void>
}

/** Keeps count of the payments in flight. */
export function inFlight(): InFlight {
  const payments = new Set<Promise<unknown>>()
  const track = (payment: Promise<unknown>) => {
    const ended = payment.then(forget, forget)
    function forget() {
      payments.delete(ended)
    }
    payments.add(ended)
  }
  return {
    track: (pay) => (caller, request) => {
      const answer = pay(caller, request)
      track(answer.then((opened) => (isRefusal(opened) ? undefined : opened.outcome)))
      return answer
    },
    async ended() {
      while (payments.size > 0) await Promise.all(payments)
    },
  }
}
