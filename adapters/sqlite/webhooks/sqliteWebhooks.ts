import type { Database } from 'better-sqlite3'
import {
  type EndpointClaim,
  reachOf,
  type Settlement,
  type WebhookEndpoint,
  type Webhooks,
} from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { orReplace, redelivering } from './redeliveries.ts'
import {
  type AttemptRow,
  attemptOf,
  type ClaimedRow,
  claimedColumns,
  claimedOf,
  type EndpointRow,
  endpointColumns,
  endpointOf,
  type WaitingRow,
  waitingOf,
} from './webhookRows.ts'

/** The endpoints in SQLite. */
export function sqliteWebhooks({ database, read, write }: StoreAccess): Webhooks {
  const use = statements(database)
  const redeliver = redelivering(database)
  return {
    add: (endpoint, most) => write(() => use.add.run({ ...valuesOf(endpoint), most }).changes === 1),
    ofAccount: async (accountId) => (await read(() => use.ofAccount.all(accountId))).map(endpointOf),
    change: (id, change) =>
      write(() => {
        const row = use.byId.get(id)
        if (!row) return undefined
        const changed = change(endpointOf(row))
        use.change.run(valuesOf(changed))
        return changed
      }),
    remove: (id) => write(() => use.remove.run(id).changes === 1),
    async claim(claim) {
      const withWork = claim.accountId === undefined ? use.withWork : use.withWorkOf
      // Most of the time there is nothing to do, and nothing is written then.
      if ((await read(() => withWork.all(claim))).length === 0) return []
      return write(() =>
        withWork.all(claim).map((row) => {
          use.take.run({ ...claim, id: row.id })
          return claimedOf(row)
        }),
      )
    },
    isClaimed: async (id, by) => (await read(() => use.isClaimed.get(id, by))) !== undefined,
    due: async (id, query) => (await read(() => use.due.all({ id, ...query }))).map(waitingOf),
    settle: (id, claim, settlement) => write(() => settle(use, { id, ...claim }, settlement)),
    redeliver: (accountId, delivery) => write(() => redeliver({ accountId, ...delivery })),
    async attempts(id, { before, limit }) {
      const rows = await read(() => use.attempts.all({ id, before: before ?? null, limit: limit + 1 }))
      const page = rows.slice(0, limit)
      return { attempts: page.map(attemptOf), next: rows.length > limit ? `${page.at(-1)?.n}` : null }
    },
    async forgetAttempts(given) {
      for (const id of await read(() => use.ids.all())) await write(() => void use.forget.run({ id, ...given }))
    },
  }
}

/** Writes what was done under a claim; false, and nothing, when it was lost. */
function settle(
  use: ReturnType<typeof statements>,
  claim: EndpointClaim & { readonly id: string },
  settlement: Settlement,
): boolean {
  const { id, nowMs } = claim
  const { progress, waiting, ended, attempts, disabledBecause } = settlement
  const values = { ...claim, ...progress, disabledBecause: disabledBecause ?? null, reach: reachOf(settlement) }
  if (use.progress.run(values).changes === 0) return false
  for (const one of waiting) use.wait.run({ id, nowMs, ...one })
  for (const sequence of ended) use.end.run(id, sequence)
  for (const attempt of attempts) use.attempt.run({ id, nowMs, ...attempt })
  return true
}

function valuesOf({ types, changedByKeys, ...endpoint }: WebhookEndpoint) {
  return { ...endpoint, types: JSON.stringify(types), changedByKeys: JSON.stringify(changedByKeys) }
}

function statements(database: Database) {
  return {
    add: database.prepare(
      `INSERT INTO webhook_endpoints
         (id, account_id, url, types, created_by_key, changed_by_keys, disabled_because, generation, rotated_at_ms,
          created_at_ms, up_to)
       SELECT @id, @accountId, @url, @types, @createdByKey, @changedByKeys, @disabledBecause, @generation, @rotatedAtMs,
         @createdAtMs,
         (SELECT ifnull(max(sequence), 0) FROM events WHERE account_id = @accountId)
       WHERE (SELECT count(*) FROM webhook_endpoints WHERE account_id = @accountId) < @most`,
    ),
    ofAccount: database.prepare<[string], EndpointRow>(
      `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.account_id = ? ORDER BY e.id`,
    ),
    byId: database.prepare<[string], EndpointRow>(`SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.id = ?`),
    change: database.prepare(
      `UPDATE webhook_endpoints SET url = @url, types = @types, changed_by_keys = @changedByKeys,
         disabled_because = @disabledBecause, generation = @generation, rotated_at_ms = @rotatedAtMs,
         failing_since_ms = NULL, claimed_by = NULL, claimed_until_ms = NULL
       WHERE id = @id`,
    ),
    remove: database.prepare<[string]>('DELETE FROM webhook_endpoints WHERE id = ?'),
    withWork: database.prepare<[object], ClaimedRow>(selectWithWork('')),
    withWorkOf: database.prepare<[object], ClaimedRow>(selectWithWork('e.account_id = @accountId AND')),
    take: database.prepare(
      `UPDATE webhook_endpoints SET claimed_by = @by, claimed_until_ms = @nowMs + @leaseMs,
         failing_since_ms = failing_since_ms + @nowMs + @leaseMs - claimed_until_ms
       WHERE id = @id`,
    ),
    progress: database.prepare(
      `UPDATE webhook_endpoints SET up_to = @upTo, failing_since_ms = @nowMs + @leaseMs - @failingMs,
         disabled_because = ifnull(@disabledBecause, disabled_because), claimed_until_ms = @nowMs + @leaseMs
       WHERE id = @id AND claimed_by = @by
         AND @reach <= (SELECT ifnull(max(v.sequence), 0) FROM events v WHERE v.account_id = webhook_endpoints.account_id)`,
    ),
    isClaimed: database.prepare<[string, string]>(
      `SELECT 1 FROM webhook_endpoints e WHERE e.id = ? AND e.claimed_by = ? AND ${isNotHeld}`,
    ),
    due: database.prepare<[object], WaitingRow>(
      `SELECT * FROM (${waitingWhere('<= @nowMs')}) UNION ALL
       SELECT * FROM (${waitingWhere('> @nowMs + @longestPauseMs')}) LIMIT @limit`,
    ),
    wait: database.prepare(
      `INSERT INTO webhook_waiting (endpoint_id, sequence, attempts, due_at_ms)
       VALUES (@id, @sequence, @attempts, @nowMs + @pauseMs) ${orReplace}`,
    ),
    end: database.prepare<[string, number]>('DELETE FROM webhook_waiting WHERE endpoint_id = ? AND sequence = ?'),
    attempt: database.prepare(
      `INSERT INTO webhook_attempts (endpoint_id, n, sequence, attempt, at_ms, status, problem, took_ms, answer)
       SELECT @id, ifnull(max(n), 0) + 1, @sequence, @attempt, @nowMs - @tookMs, @status, @problem, @tookMs, @answer
       FROM webhook_attempts WHERE endpoint_id = @id`,
    ),
    attempts: database.prepare<[object], AttemptRow>(
      `SELECT n, sequence, attempt, at_ms AS atMs, status, problem, took_ms AS tookMs, answer FROM webhook_attempts
       WHERE endpoint_id = @id AND n < ifnull(@before, 9223372036854775807) ORDER BY n DESC LIMIT @limit`,
    ),
    ids: database.prepare<[], string>('SELECT id FROM webhook_endpoints').pluck(),
    // Looks at the oldest ones only: their numbers are in the order of their times.
    forget: database.prepare(
      `DELETE FROM webhook_attempts WHERE endpoint_id = @id AND n < ifnull((SELECT n FROM webhook_attempts
         WHERE endpoint_id = @id AND at_ms >= @nowMs - @keptMs ORDER BY n LIMIT 1), 9223372036854775807)`,
    ),
  }
}

/** No key is behind an endpoint, or keys are of use now. */
const isNotHeld = `((e.created_by_key IS NULL AND e.changed_by_keys = '[]')
  OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = e.account_id AND a.api_access = 1))`

/** What waits at an endpoint, by its time. */
function waitingWhere(time: string): string {
  return `SELECT sequence, attempts, due_at_ms AS dueAtMs FROM webhook_waiting
    WHERE endpoint_id = @id AND due_at_ms ${time} ORDER BY due_at_ms LIMIT @limit`
}

/** A claim that lasts longer than a lease was made by a clock that was ahead. */
function selectWithWork(condition: string): string {
  return `SELECT ${claimedColumns} FROM webhook_endpoints e
    WHERE ${condition} e.disabled_because IS NULL AND ${isNotHeld}
      AND (e.claimed_until_ms IS NULL OR e.claimed_until_ms <= @nowMs OR e.claimed_until_ms > @nowMs + @leaseMs)
      AND (e.up_to < (SELECT ifnull(max(v.sequence), 0) FROM events v WHERE v.account_id = e.account_id)
        OR EXISTS (SELECT 1 FROM webhook_waiting w WHERE w.endpoint_id = e.id AND w.due_at_ms <= @nowMs)
        OR EXISTS (SELECT 1 FROM webhook_waiting w
          WHERE w.endpoint_id = e.id AND w.due_at_ms > @nowMs + @longestPauseMs))
    LIMIT @limit`
}
