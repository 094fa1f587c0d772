import type {
  ClaimedEndpoint,
  DeliveryAttempt,
  MadeRedeliveries,
  PlacedEndpoint,
  WaitingDelivery,
  WebhookEndpoint,
} from '../../../core/sente.ts'
import type { Stored } from '../rows/rows.ts'

/** An endpoint's row, with its progress; its types and the keys that changed it are JSON. */
export type EndpointRow = Omit<
  Stored<WebhookEndpoint & { readonly upTo: number }, 'generation' | 'createdAtMs' | 'upTo'>,
  'types' | 'changedByKeys' | 'rotatedAtMs'
> & { readonly types: string; readonly changedByKeys: string; readonly rotatedAtMs: bigint | null }

/** The row of an endpoint that is claimed: for how long it has failed, and had not been claimed. */
export type ClaimedRow = EndpointRow & { readonly failingMs: bigint | null; readonly idleMs: bigint }

/** The row of an event that waits. */
export type WaitingRow = Stored<WaitingDelivery, 'sequence' | 'attempts' | 'dueAtMs'>

/** The row that counts redeliveries. */
export type RedeliveriesRow = Stored<MadeRedeliveries, 'ofEvent' | 'eventSinceMs' | 'ofAccount' | 'accountSinceMs'>

/** An attempt's row, with its number. */
export type AttemptRow = Stored<
  Omit<DeliveryAttempt, 'status'> & { readonly n: number },
  'n' | 'sequence' | 'attempt' | 'atMs' | 'tookMs'
> & { readonly status: bigint | null }

/** The columns of an endpoint's row. */
export const endpointColumns = `e.id, e.account_id AS accountId, e.url, e.types, e.created_by_key AS createdByKey,
  e.changed_by_keys AS changedByKeys, e.disabled_because AS disabledBecause, e.generation, e.rotated_at_ms AS rotatedAtMs, e.created_at_ms AS createdAtMs, e.up_to AS upTo`

/**
 * The columns of a claimed endpoint's row, with `@nowMs`. The moment in `failing_since_ms` is as long before that of
 * `claimed_until_ms` as the endpoint had failed by then.
 */
export const claimedColumns = `${endpointColumns}, e.claimed_until_ms - e.failing_since_ms AS failingMs,
  max(0, ifnull(@nowMs - e.claimed_until_ms, 0)) AS idleMs`

/** The endpoint in a row. */
export function endpointOf(row: EndpointRow): WebhookEndpoint {
  const { id, accountId, url, createdByKey, disabledBecause } = row
  return {
    ...{ id, accountId, url, createdByKey, disabledBecause },
    types: JSON.parse(row.types) as WebhookEndpoint['types'],
    changedByKeys: JSON.parse(row.changedByKeys) as string[],
    generation: Number(row.generation),
    rotatedAtMs: numberOrNull(row.rotatedAtMs),
    createdAtMs: Number(row.createdAtMs),
  }
}

/** The endpoint in a row, and up to where its deliveries have come. */
export function placedOf(row: EndpointRow): PlacedEndpoint {
  return { endpoint: endpointOf(row), upTo: Number(row.upTo) }
}

/** The claimed endpoint in a row. */
export function claimedOf(row: ClaimedRow): ClaimedEndpoint {
  const { endpoint, upTo } = placedOf(row)
  return { endpoint, progress: { upTo, failingMs: numberOrNull(row.failingMs) }, idleMs: Number(row.idleMs) }
}

/** What a row says of an event that waits. */
export function waitingOf({ sequence, attempts, dueAtMs }: WaitingRow): WaitingDelivery {
  return { sequence: Number(sequence), attempts: Number(attempts), dueAtMs: Number(dueAtMs) }
}

/** The redeliveries that a row counts. */
export function redeliveriesOf(row: RedeliveriesRow): MadeRedeliveries {
  return {
    ...{ ofEvent: Number(row.ofEvent), eventSinceMs: numberOrNull(row.eventSinceMs) },
    ...{ ofAccount: Number(row.ofAccount), accountSinceMs: numberOrNull(row.accountSinceMs) },
  }
}

/** The attempt in a row. */
export function attemptOf({ sequence, attempt, atMs, status, problem, tookMs, answer }: AttemptRow): DeliveryAttempt {
  return {
    ...{ sequence: Number(sequence), attempt: Number(attempt), atMs: Number(atMs), status: numberOrNull(status) },
    ...{ problem, tookMs: Number(tookMs), answer },
  }
}

function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
