import type { DeliveryAttempt, WebhookEndpoint } from '../../core/sente.ts'
import { utc } from './moment.ts'

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

/** An endpoint as operators see it, with its account and the keys that made and changed it. */
export function endpointForOperators(endpoint: WebhookEndpoint) {
  const { accountId, createdByKey, changedByKeys } = endpoint
  const { endpoint_id, ...rest } = endpointData(endpoint)
  return { endpoint_id, account_id: accountId, ...rest, created_by_key: createdByKey, changed_by_keys: changedByKeys }
}

/** An attempt to deliver an event. */
export function attemptData({ sequence, attempt, atMs, status, problem, tookMs, answer }: DeliveryAttempt) {
  return { sequence, attempt, at: utc(atMs), delivered: problem === null, status, problem, took_ms: tookMs, answer }
}
