import { isRefusal, type Pay } from '../../core/sente.ts'

/** The payments whose requests have begun and not ended, whether or not the merchant still waits. */
export type PaymentsInFlight = {
  /** The use case, which counts each of its payments until the outcome is recorded. */
  track<Request>(pay: Pay<Request>): Pay<Request>
  /** Resolves when none is left. */
  ended(): Promise<void>
}

/** Counts the payments in flight. */
export function paymentsInFlight(): PaymentsInFlight {
  let count = 0
  const waiting: (() => void)[] = []
  function end() {
    count -= 1
    if (count === 0) for (const goOn of waiting.splice(0)) goOn()
  }
  return {
    track: (pay) => (request) => {
      const answer = pay(request)
      count += 1
      answer.then((opened) => (isRefusal(opened) ? end() : void opened.outcome.then(end, end)), end)
      return answer
    },
    async ended() {
      while (count > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
