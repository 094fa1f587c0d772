import type { WebhookEndpoint } from '../../../core/sente.ts'
import { utc } from '../lookUps/transactionData.ts'

/** The path of an account's endpoints. */
export const endpointsPath = '/api/v1/webhook-endpoints'

/** An endpoint as its owner sees it. */
export function endpointData({ id, url, types, disabledBecause, createdAtMs }: WebhookEndpoint) {
  return {
    endpoint_id: id,
    url,
    types,
    enabled: disabledBecause === null,
    disabled_because: disabledBecause,
    created_at: utc(createdAtMs),
  }
}
