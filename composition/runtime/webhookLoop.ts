import type { Deliverer } from '../../adapters/webhooks/deliverer.ts'
import type { EventBell } from './eventBell.ts'

/** How often to look for what other processes have left to deliver, in milliseconds. */
const everyMs = 1_000

/** Delivers webhooks until it is stopped: at once after a step of this process, and once a second whatever is due. */
export function webhookLoop(deliverer: Deliverer, bell: EventBell): { stop(): Promise<void> } {
  bell.listen((accountId) => void deliverer.claim(accountId))
  const timer = setInterval(() => void deliverer.claim(), everyMs)
  void deliverer.claim()
  return {
    stop() {
      clearInterval(timer)
      return deliverer.stop()
    },
  }
}
