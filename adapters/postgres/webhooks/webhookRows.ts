import type {
  ClaimedEndpoint,
  DeliveryAttempt,
  MadeRedeliveries,
  WaitingDelivery,
  WebhookEndpoint,
} from '../../../core/sente.ts'
import type { Stored } from '../rows/rows.ts'

/** An endpoint's row, and up to where its deliveries have come. */
export type EndpointRow = Omit<
  Stored<WebhookEndpoint & { readonly upTo: number }, 'generation' | 'createdAtMs' | 'upTo'>,
  'rotatedAtMs'
> & { readonly rotatedAtMs: bigint | null }

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
export const endpointColumns = `e.id, e.account_id AS "accountId", e.url, e.types, e.created_by_key AS "createdByKey",
  e.changed_by_keys AS "changedByKeys", e.disabled_because AS "disabledBecause", e.generation, e.rotated_at_ms AS "rotatedAtMs", e.created_at_ms AS "createdAtMs", e.up_to AS "upTo"`

/** The endpoint in a row. */
export function endpointOf(row: EndpointRow): WebhookEndpoint {
  const { id, accountId, url, types, createdByKey, changedByKeys, disabledBecause } = row
  return {
    ...{ id, accountId, url, types, createdByKey, changedByKeys, disabledBecause },
    generation: Number(row.generation),
    rotatedAtMs: numberOrNull(row.rotatedAtMs),
    createdAtMs: Number(row.createdAtMs),
  }
}

/** The claimed endpoint in a row. */
export function claimedOf(row: ClaimedRow): ClaimedEndpoint {
  return {
    endpoint: endpointOf(row),
    progress: { upTo: Number(row.upTo), failingMs: numberOrNull(row.failingMs) },
    idleMs: Number(row.idleMs),
  }
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
