import type { Deliverer } from './deliverer.ts'

/** Calls a listener with the account whenever this process has written one of its events. */
type Subscribe = (listener: (accountId: string) => void) => void

/** How often to look for deliveries that other processes have left, in milliseconds. */
const everyMs = 1_000

/** Delivers webhooks until it is stopped: at once after a step of this process, and due deliveries once a second. */
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
