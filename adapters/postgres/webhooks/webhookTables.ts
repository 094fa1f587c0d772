import type { DeliveryAttempt, PlacedEndpoint, WaitingDelivery } from '../../../core/sente.ts'
import type { Column } from '../lane/table.ts'

type OfEndpoint = { readonly endpointId: string }

/** The columns of an endpoint. */
export const endpointTable: readonly Column<PlacedEndpoint>[] = [
  ['account_id', 'text', ({ endpoint }) => endpoint.accountId],
  ['id', 'text', ({ endpoint }) => endpoint.id],
  ['url', 'text', ({ endpoint }) => endpoint.url],
  ['types', 'jsonb', ({ endpoint }) => JSON.stringify(endpoint.types)],
  ['created_by_key', 'text', ({ endpoint }) => endpoint.createdByKey],
  ['changed_by_keys', 'jsonb', ({ endpoint }) => JSON.stringify(endpoint.changedByKeys)],
  ['disabled_because', 'text', ({ endpoint }) => endpoint.disabledBecause],
  ['generation', 'bigint', ({ endpoint }) => endpoint.generation],
  ['rotated_at_ms', 'bigint', ({ endpoint }) => endpoint.rotatedAtMs],
  ['created_at_ms', 'bigint', ({ endpoint }) => endpoint.createdAtMs],
  ['up_to', 'bigint', ({ upTo }) => upTo],
]

/** The columns of a delivery that waits. */
export const waitingTable: readonly Column<WaitingDelivery & OfEndpoint>[] = [
  ['endpoint_id', 'text', ({ endpointId }) => endpointId],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['attempts', 'bigint', ({ attempts }) => attempts],
  ['due_at_ms', 'bigint', ({ dueAtMs }) => dueAtMs],
]

/** The columns of an attempt. */
export const attemptTable: readonly Column<DeliveryAttempt & OfEndpoint & { readonly n: number }>[] = [
  ['endpoint_id', 'text', ({ endpointId }) => endpointId],
  ['n', 'bigint', ({ n }) => n],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['attempt', 'bigint', ({ attempt }) => attempt],
  ['at_ms', 'bigint', ({ atMs }) => atMs],
  ['status', 'bigint', ({ status }) => status],
  ['problem', 'text', ({ problem }) => problem],
  ['took_ms', 'bigint', ({ tookMs }) => tookMs],
  ['answer', 'text', ({ answer }) => answer],
]
