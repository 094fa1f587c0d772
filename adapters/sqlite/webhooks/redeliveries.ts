import type { Database } from 'better-sqlite3'
import { type Redelivered, redeliveryPauseMs, type Webhooks } from '../../../core/sente.ts'
import { type RedeliveriesRow, redeliveriesOf } from './webhookRows.ts'

/** How the row of an event that waits takes the place of the one before. */
export const orReplace = 'ON CONFLICT DO UPDATE SET attempts = excluded.attempts, due_at_ms = excluded.due_at_ms'

type Redelivery = { readonly accountId: string } & Parameters<Webhooks['redeliver']>[1]

/** Makes the function that makes an event due at all endpoints of its account, and counts that. */
export function redelivering(database: Database): (redelivery: Redelivery) => Redelivered {
  const use = statements(database)
  return ({ limits, ...delivery }) => {
    if (limits) {
      use.forgetRedeliveries.run({ ...delivery, withinMs: limits.withinMs })
      const made = use.redeliveries.get(delivery)
      const pauseMs = made ? redeliveryPauseMs(redeliveriesOf(made), limits) : 0
      if (pauseMs > 0) return { pauseMs }
    }
    const endpoints = use.redeliver.run(delivery).changes
    if (limits && endpoints > 0) use.noteRedelivery.run(delivery)
    return { endpoints }
  }
}

function statements(database: Database) {
  return {
    redeliver: database.prepare(
      `INSERT INTO webhook_waiting (endpoint_id, sequence, attempts, due_at_ms)
       SELECT e.id, v.sequence, 0, @nowMs FROM webhook_endpoints e JOIN events v ON v.account_id = e.account_id
       WHERE e.account_id = @accountId AND v.sequence = @sequence ${orReplace}`,
    ),
    redeliveries: database.prepare<[object], RedeliveriesRow>(
      `SELECT count(*) FILTER (WHERE sequence = @sequence) AS ofEvent,
         @nowMs - min(at_ms) FILTER (WHERE sequence = @sequence) AS eventSinceMs,
         count(*) AS ofAccount, @nowMs - min(at_ms) AS accountSinceMs
       FROM webhook_redeliveries WHERE account_id = @accountId`,
    ),
    // Those after now were noted by a clock that was ahead.
    forgetRedeliveries: database.prepare(
      `DELETE FROM webhook_redeliveries
       WHERE account_id = @accountId AND (at_ms <= @nowMs - @withinMs OR at_ms > @nowMs)`,
    ),
    noteRedelivery: database.prepare(
      `INSERT INTO webhook_redeliveries (account_id, sequence, nth, at_ms)
       SELECT @accountId, @sequence, ifnull(max(nth), 0) + 1, @nowMs FROM webhook_redeliveries
       WHERE account_id = @accountId AND sequence = @sequence`,
    ),
  }
}
