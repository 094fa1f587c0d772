import type { Deliverer } from './deliverer.ts'

/** Calls a listener with the account whenever this process has written an event of it. */
type Subscribe = (listener: (accountId: string) => void) => void

/** How often to look for what other processes have left to deliver, in milliseconds. */
const everyMs = 1_000

/** Delivers webhooks until it is stopped: at once after a step of this process, and once a second what is due. */
export function deliveryLoop(deliverer: Deliverer, subscribe: Subscribe): { stop(): Promise<void> } {
  subscribe((accountId) => void deliverer.claim(accountId))
  const timer = setInterval(() => void deliverer.claim(), everyMs)
  void deliverer.claim()
  return {
    stop() {
      clearInterval(timer)
      return deliverer.stop()
    },
  }
}
