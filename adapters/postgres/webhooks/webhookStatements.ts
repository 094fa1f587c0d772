import { databaseNowMs } from '../connection/statement.ts'
import { endpointColumns } from './webhookRows.ts'

// As a value, so that an index begins and ends with it.
const moment = '(SELECT at_ms FROM moment)'

/** No key is behind an endpoint, or keys are of use now. */
const isNotHeld = `((e.created_by_key IS NULL AND e.changed_by_keys = '[]')
  OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = e.account_id AND a.api_access))`

/** An account's endpoints. */
export const ofAccount = {
  name: 'webhook endpoints',
  text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.account_id = $1 ORDER BY e.id`,
}

/** An endpoint, locked. */
export const byId = { text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.id = $1 FOR UPDATE` }

/** An account, locked. */
export const lockAccount = { text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE' }

/** A new endpoint. */
export const insert = {
  text: `INSERT INTO webhook_endpoints
      (id, url, types, changed_by_keys, disabled_because, generation, rotated_at_ms, account_id, created_by_key,
       created_at_ms, up_to)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
      (SELECT coalesce(max(sequence), 0) FROM events WHERE account_id = $8))`,
}

/** An endpoint that its owner has changed: no claim on it lasts, and it begins anew to fail. */
export const update = {
  text: `UPDATE webhook_endpoints SET url = $2, types = $3, changed_by_keys = $4,
      disabled_because = $5, generation = $6, rotated_at_ms = $7,
      failing_since_ms = NULL, claimed_by = NULL, claimed_until_ms = NULL
    WHERE id = $1`,
}

/** An endpoint and everything about it. */
export const removing = [
  'DELETE FROM webhook_waiting WHERE endpoint_id = $1',
  'DELETE FROM webhook_attempts WHERE endpoint_id = $1',
  'DELETE FROM webhook_endpoints WHERE id = $1',
]

/** Endpoints with something to do; those that another node is claiming now are passed over. */
export const claim = { name: 'claim webhook endpoints', text: claiming('') }

/** Those of one account. */
export const claimOf = { name: 'claim webhook endpoints of', text: claiming('e.account_id = $6 AND') }

/**
 * The moment in `failing_since_ms` is as long before that of `claimed_until_ms` as the endpoint had failed by then, and a
 * claim keeps it so.
 */
function claiming(condition: string): string {
  return `WITH moment AS (SELECT coalesce($1::bigint, ${databaseNowMs}) AS at_ms), chosen AS (
      SELECT e.id, e.claimed_until_ms AS served_until_ms FROM moment, webhook_endpoints e
      WHERE ${condition} e.disabled_because IS NULL AND ${isNotHeld}
        AND (e.claimed_until_ms IS NULL OR e.claimed_until_ms <= moment.at_ms
          OR e.claimed_until_ms > moment.at_ms + $2::bigint)
        AND (e.up_to < coalesce((
            SELECT v.sequence FROM events v WHERE v.account_id = e.account_id ORDER BY v.sequence DESC LIMIT 1
          ), 0)
          OR EXISTS (SELECT 1 FROM webhook_waiting w WHERE w.endpoint_id = e.id AND w.due_at_ms <= ${moment})
          OR EXISTS (SELECT 1 FROM webhook_waiting w
            WHERE w.endpoint_id = e.id AND w.due_at_ms > ${moment} + $5::bigint))
      LIMIT $4 FOR UPDATE OF e SKIP LOCKED
    )
    UPDATE webhook_endpoints e SET claimed_by = $3, claimed_until_ms = moment.at_ms + $2::bigint,
      failing_since_ms = e.failing_since_ms + moment.at_ms + $2::bigint - e.claimed_until_ms
    FROM chosen, moment WHERE e.id = chosen.id RETURNING ${endpointColumns},
      e.claimed_until_ms - e.failing_since_ms AS "failingMs",
      greatest(0, coalesce(moment.at_ms - chosen.served_until_ms, 0)) AS "idleMs"`
}

/** The events that are due at an endpoint. */
export const due = {
  name: 'due webhooks',
  text: `WITH moment AS (SELECT coalesce($1::bigint, ${databaseNowMs}) AS at_ms)
    (${waitingWhere(`<= ${moment}`)}) UNION ALL (${waitingWhere(`> ${moment} + $4::bigint`)}) LIMIT $3`,
}

function waitingWhere(time: string): string {
  return `SELECT sequence, attempts, due_at_ms AS "dueAtMs" FROM webhook_waiting
    WHERE endpoint_id = $2 AND due_at_ms ${time} ORDER BY due_at_ms LIMIT $3`
}

/** Whether a claim still stands. */
export const isClaimed = {
  name: 'webhook claim',
  text: `SELECT 1 FROM webhook_endpoints e WHERE e.id = $1 AND e.claimed_by = $2 AND ${isNotHeld}`,
}

/** An endpoint under a claim, locked, and the last event of its account. */
export const claimed = {
  text: `SELECT (SELECT coalesce(max(v.sequence), 0) FROM events v WHERE v.account_id = e.account_id) AS last
    FROM webhook_endpoints e WHERE e.id = $1 AND e.claimed_by = $2 FOR UPDATE OF e`,
}

/** How far an endpoint has come; extends the claim. */
export const progress = {
  text: `WITH moment AS (SELECT coalesce($5::bigint, ${databaseNowMs}) AS at_ms)
    UPDATE webhook_endpoints SET up_to = $2, failing_since_ms = moment.at_ms + $6::bigint - $3::bigint,
      disabled_because = coalesce($4, disabled_because), claimed_until_ms = moment.at_ms + $6::bigint
    FROM moment WHERE id = $1`,
}

const orReplace = `ON CONFLICT (endpoint_id, sequence) DO UPDATE
    SET attempts = excluded.attempts, due_at_ms = excluded.due_at_ms`

/** Events that wait. */
export const wait = {
  text: `INSERT INTO webhook_waiting (endpoint_id, sequence, attempts, due_at_ms)
    SELECT $1, sequence, attempts, coalesce($5::bigint, ${databaseNowMs}) + pause_ms
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS made (sequence, attempts, pause_ms) ${orReplace}`,
}

/** The endpoints of an event's account, which nobody removes meanwhile. */
export const toRedeliver = {
  text: `SELECT e.id FROM webhook_endpoints e JOIN events v ON v.account_id = e.account_id
    WHERE e.account_id = $1 AND v.sequence = $2 FOR KEY SHARE OF e`,
}

/** An event that is due again at endpoints. */
export const redeliver = {
  text: `INSERT INTO webhook_waiting (endpoint_id, sequence, attempts, due_at_ms)
    SELECT id, $2, 0, coalesce($3::bigint, ${databaseNowMs}) FROM unnest($1::text[]) AS endpoint (id) ${orReplace}`,
}

/** The redeliveries of an account that still count, and of one of its events. */
export const redeliveries = {
  text: `WITH moment AS (SELECT coalesce($3::bigint, ${databaseNowMs}) AS at_ms)
    SELECT count(*) FILTER (WHERE sequence = $2) AS "ofEvent",
      ${moment} - min(at_ms) FILTER (WHERE sequence = $2) AS "eventSinceMs",
      count(*) AS "ofAccount", ${moment} - min(at_ms) AS "accountSinceMs"
    FROM webhook_redeliveries WHERE account_id = $1`,
}

/** Redeliveries of an account that count no more; those after now were noted by a clock that was ahead. */
export const forgetRedeliveries = {
  text: `WITH moment AS (SELECT coalesce($2::bigint, ${databaseNowMs}) AS at_ms)
    DELETE FROM webhook_redeliveries WHERE account_id = $1 AND (at_ms <= ${moment} - $3::bigint OR at_ms > ${moment})`,
}

/** One more redelivery; the locked account keeps others from the same number. */
export const noteRedelivery = {
  text: `INSERT INTO webhook_redeliveries (account_id, sequence, nth, at_ms)
    SELECT $1, $2, coalesce(max(nth), 0) + 1, coalesce($3::bigint, ${databaseNowMs}) FROM webhook_redeliveries
    WHERE account_id = $1 AND sequence = $2`,
}

/** Events that wait no more. */
export const end = {
  text: 'DELETE FROM webhook_waiting WHERE endpoint_id = $1 AND sequence = ANY($2::bigint[])',
}

/** Attempts, numbered after those that were made before; the claim keeps others from the same numbers. */
export const insertAttempts = {
  text: `INSERT INTO webhook_attempts
      (endpoint_id, n, sequence, attempt, at_ms, status, problem, took_ms, answer)
    SELECT $1, (SELECT coalesce(max(n), 0) FROM webhook_attempts WHERE endpoint_id = $1) + made.place,
      made.sequence, made.attempt, coalesce($8::bigint, ${databaseNowMs}) - made.took_ms, made.status, made.problem, made.took_ms, made.answer
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[])
      WITH ORDINALITY AS made (sequence, attempt, status, problem, took_ms, answer, place)`,
}

/** Attempts at an endpoint, the latest first. */
export const attempts = {
  name: 'webhook attempts',
  text: `SELECT n, sequence, attempt, at_ms AS "atMs", status, problem, took_ms AS "tookMs", answer FROM webhook_attempts
    WHERE endpoint_id = $1 AND n < coalesce($2::bigint, 9223372036854775807) ORDER BY n DESC LIMIT $3`,
}

/** Attempts that are too old; of each endpoint the oldest are looked at only, whose numbers are in the order of time. */
export const forget = {
  text: `DELETE FROM webhook_attempts a USING webhook_endpoints e
    WHERE a.endpoint_id = e.id AND a.n < coalesce((
      SELECT younger.n FROM webhook_attempts younger
      WHERE younger.endpoint_id = e.id AND younger.at_ms >= coalesce($1::bigint, ${databaseNowMs}) - $2::bigint ORDER BY younger.n LIMIT 1
    ), 9223372036854775807)`,
}
