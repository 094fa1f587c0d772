import type { DeliveryAttempt, MadeRedeliveries, Redelivery, WaitingDelivery } from '../../../core/sente.ts'
import { type Column, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** A part of an endpoint. */
export type OfEndpoint = { readonly endpointId: string }

/** The column of the endpoint. */
export const ofEndpoint: Column<OfEndpoint> = ['endpoint_id', 'text', ({ endpointId }) => endpointId]

/** The key columns of a delivery that is tried again. */
export const waitingKeys: readonly Column<Pick<WaitingDelivery, 'sequence'> & OfEndpoint>[] = [
  ofEndpoint,
  ['sequence', 'integer', ({ sequence }) => sequence],
]

/** Deliveries that are tried again. */
export const waiting = {
  name: 'webhook_waiting',
  moves: 'copied',
  columns: [
    ...waitingKeys,
    ['attempts', 'integer', ({ attempts }) => attempts, 'CONSTRAINT attempts_not_negative CHECK (attempts >= 0)'],
    ['due_at_ms', 'integer', ({ dueAtMs }) => dueAtMs],
  ] satisfies readonly Column<WaitingDelivery & OfEndpoint>[],
  key: ['endpoint_id', 'sequence'],
  parents: ['(endpoint_id) REFERENCES webhook_endpoints (id)'],
  indexes: ['webhook_waiting_by_time ON webhook_waiting (endpoint_id, due_at_ms)'],
} satisfies Table

/** Attempts to deliver. The attempts of an endpoint are numbered in order. */
export const attempts = {
  name: 'webhook_attempts',
  moves: 'copied',
  columns: [
    ofEndpoint,
    ['n', 'integer', ({ n }) => n],
    ['sequence', 'integer', ({ sequence }) => sequence],
    ['attempt', 'integer', ({ attempt }) => attempt, 'CONSTRAINT attempt_above_zero CHECK (attempt > 0)'],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['status', 'integer?', ({ status }) => status],
    ['problem', 'text?', ({ problem }) => problem],
    ['took_ms', 'integer', ({ tookMs }) => tookMs],
    ['answer', 'text', ({ answer }) => answer],
  ] satisfies readonly Column<DeliveryAttempt & OfEndpoint & { readonly n: number }>[],
  key: ['endpoint_id', 'n'],
  parents: ['(endpoint_id) REFERENCES webhook_endpoints (id)'],
} satisfies Table

/** The counts of redeliveries by merchants. */
export const redeliveries = {
  name: 'webhook_redeliveries',
  moves: 'copied',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['sequence', 'integer', ({ sequence }) => sequence],
    ['nth', 'integer', ({ nth }) => nth],
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<Redelivery>[],
  key: ['account_id', 'sequence', 'nth'],
  indexes: ['webhook_redeliveries_by_time ON webhook_redeliveries (account_id, at_ms)'],
} satisfies Table

/** The row of an event that waits. */
export type WaitingRow = Stored<WaitingDelivery, 'sequence' | 'attempts' | 'dueAtMs'>

/** The row that counts redeliveries. */
export type RedeliveriesRow = Stored<MadeRedeliveries, 'ofEvent' | 'eventSinceMs' | 'ofAccount' | 'accountSinceMs'>

/** An attempt's row, with its number. */
export type AttemptRow = Stored<
  Omit<DeliveryAttempt, 'status'> & { readonly n: number },
  'n' | 'sequence' | 'attempt' | 'atMs' | 'tookMs'
> & { readonly status: bigint | null }

/** The columns of the row of an event that waits, `w`. */
export const waitingColumns = selected(waiting.columns, 'w')

/** The columns of the row of an attempt `a`. */
export const attemptColumns = selected(attempts.columns, 'a')

/** The waiting delivery in a row. */
export function waitingOf({ sequence, attempts, dueAtMs }: WaitingRow): WaitingDelivery {
  return { sequence: Number(sequence), attempts: Number(attempts), dueAtMs: Number(dueAtMs) }
}

/** The same, with its endpoint. */
export function endpointWaitingOf(row: WaitingRow & OfEndpoint): WaitingDelivery & OfEndpoint {
  return { endpointId: row.endpointId, ...waitingOf(row) }
}

/** The redelivery in a row. */
export function redeliveryOf(row: Stored<Redelivery, 'sequence' | 'nth' | 'atMs'>): Redelivery {
  const { accountId, sequence, nth, atMs } = row
  return { accountId, sequence: Number(sequence), nth: Number(nth), atMs: Number(atMs) }
}

/** The redeliveries that a row counts. */
export function redeliveriesOf(row: RedeliveriesRow): MadeRedeliveries {
  return {
    ofEvent: Number(row.ofEvent),
    eventSinceMs: numberOrNull(row.eventSinceMs),
    ofAccount: Number(row.ofAccount),
    accountSinceMs: numberOrNull(row.accountSinceMs),
  }
}

/** The attempt in a row, with its endpoint and its number. */
export function endpointAttemptOf(row: AttemptRow & OfEndpoint) {
  return { endpointId: row.endpointId, n: Number(row.n), ...attemptOf(row) }
}

/** The attempt in a row. */
export function attemptOf({ sequence, attempt, atMs, status, problem, tookMs, answer }: AttemptRow): DeliveryAttempt {
  return {
    sequence: Number(sequence),
    attempt: Number(attempt),
    atMs: Number(atMs),
    status: numberOrNull(status),
    problem,
    tookMs: Number(tookMs),
    answer,
  }
}
