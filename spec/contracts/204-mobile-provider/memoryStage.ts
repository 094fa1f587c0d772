import { memoryProvider } from '../../../adapters/memory/memory.ts'
import { manualClock } from '../kit/manualClock.ts'
import type { Situation, Stage } from './stage.ts'

/** A stage for the network in memory. */
export function memoryStage(): Stage {
  const clock = manualClock()
  const provider = memoryProvider({ clock })
  let arranged: Situation = 'succeeds'
  return {
    provider,
    clock,
    arrange(situation) {
      arranged = situation
      provider.behaves(situation === 'losesAnswer' || situation === 'unreachable' ? situation : 'accepts')
      return {}
    },
    comeToEnd({ providerId }) {
      if (arranged === 'staysOpen') return
      provider.ends(providerId, arranged === 'declines' ? 'customer_rejected' : 'succeeded')
    },
    executed: (id) => provider.received.filter(({ providerId }) => providerId === id).length,
    seen: ({ amountMinor, currency, phoneNumber }) => ({ amountMinor, currency, phoneNumber }),
    callback: ({ id }) => ({ method: 'POST', body: Buffer.from(id) }),
  }
}
