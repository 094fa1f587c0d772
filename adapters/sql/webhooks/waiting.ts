import type { WaitingDelivery } from '../../../core/sente.ts'
import type { Dialect, ForRows } from '../dialect.ts'
import { type OfEndpoint, waiting } from '../tables/deliveries.ts'

/** Makes events wait; each replaces what was known of it. */
export function insertWaiting(dialect: Dialect): ForRows<WaitingDelivery & OfEndpoint> {
  return dialect.insert<WaitingDelivery & OfEndpoint>(waiting.name, waiting.columns, orReplace)
}

const orReplace = `ON CONFLICT (endpoint_id, sequence)
  DO UPDATE SET attempts = excluded.attempts, due_at_ms = excluded.due_at_ms`
