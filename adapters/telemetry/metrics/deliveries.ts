import { shownBy, type Webhooks } from '../../../core/sente.ts'
import type { Metered } from './registry.ts'

/** Makes a wrapper of endpoints that counts their deliveries once they are recorded. */
export function deliveryMetrics({ counter }: Metered): (webhooks: Webhooks) => Webhooks {
  const deliveries = counter('sente_webhook_deliveries_total')
  for (const outcome of ['delivered', 'failed', 'gone']) deliveries.inc({ outcome }, 0)
  return (webhooks) => ({
    ...webhooks,
    async settle(id, claim, settlement) {
      const isOurs = await webhooks.settle(id, claim, settlement)
      if (isOurs) for (const { status } of settlement.attempts) deliveries.inc({ outcome: shownBy(status) })
      return isOurs
    },
  })
}
