import type {
  ClaimedEndpoint,
  DeliveryAttempt,
  DeliveryProgress,
  WaitingDelivery,
  WebhookEndpoint,
} from '../../../core/sente.ts'
import type { Stored } from '../rows/rows.ts'

/** An endpoint's row, with its progress; its types are JSON. */
export type EndpointRow = Omit<
  Stored<WebhookEndpoint & DeliveryProgress, 'generation' | 'createdAtMs' | 'upTo'>,
  'types' | 'rotatedAtMs' | 'failingSinceMs'
> & { readonly types: string; readonly rotatedAtMs: bigint | null; readonly failingSinceMs: bigint | null }

/** The row of an event that waits. */
export type WaitingRow = Stored<WaitingDelivery, 'sequence' | 'attempts' | 'dueAtMs'>

/** An attempt's row, with its number. */
export type AttemptRow = Stored<
  Omit<DeliveryAttempt, 'status'> & { readonly n: number },
  'n' | 'sequence' | 'attempt' | 'atMs' | 'tookMs'
> & { readonly status: bigint | null }

/** The columns of an endpoint's row. */
export const endpointColumns = `e.id, e.account_id AS accountId, e.url, e.types, e.disabled_because AS disabledBecause,
  e.generation, e.rotated_at_ms AS rotatedAtMs, e.created_at_ms AS createdAtMs, e.up_to AS upTo,
  e.failing_since_ms AS failingSinceMs`

/** The endpoint in a row. */
export function endpointOf(row: EndpointRow): WebhookEndpoint {
  const { id, accountId, url, disabledBecause } = row
  return {
    ...{ id, accountId, url, disabledBecause },
    types: JSON.parse(row.types) as WebhookEndpoint['types'],
    generation: Number(row.generation),
    rotatedAtMs: numberOrNull(row.rotatedAtMs),
    createdAtMs: Number(row.createdAtMs),
  }
}

/** The endpoint in a row, with its progress. */
export function claimedOf(row: EndpointRow): ClaimedEndpoint {
  return {
    endpoint: endpointOf(row),
    progress: { upTo: Number(row.upTo), failingSinceMs: numberOrNull(row.failingSinceMs) },
  }
}

/** What a row says of an event that waits. */
export function waitingOf({ sequence, attempts, dueAtMs }: WaitingRow): WaitingDelivery {
  return { sequence: Number(sequence), attempts: Number(attempts), dueAtMs: Number(dueAtMs) }
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
