import { reachOf, type Settlement, type WaitingDelivery, type Webhooks, withoutNumber } from '../../../core/sente.ts'
import type { Dialect, ForRows } from '../engine/dialect.ts'
import type { Engine } from '../engine/engine.ts'
import { type Moments, moment, moments } from '../engine/moments.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import type { Column } from '../engine/table.ts'
import {
  type AttemptRow,
  attemptColumns,
  attemptOf,
  attempts,
  type OfEndpoint,
  ofEndpoint,
  type WaitingRow,
  waiting,
  waitingColumns,
  waitingKeys,
  waitingOf,
} from '../tables/deliveries.ts'
import { endpointKeys, endpoints, type SettledEndpoint, settledColumns } from '../tables/webhooks.ts'

/** The due events of endpoints, and the results of deliveries. */
export function deliveries(
  engine: Engine,
): Pick<Webhooks, 'due' | 'settle' | 'attempts' | 'eraseFromAnswers' | 'forgetAttempts'> {
  const { dialect, ask, write } = engine
  const time = moments(engine)
  const [selectDue, selectWithOldAttempts] = [due(time), withOldAttempts(time)]
  const lockClaimed = {
    name: 'lock claimed webhook endpoint',
    text: `SELECT e.disabled_because AS "disabledBecause" FROM webhook_endpoints e
      WHERE e.id = $1 AND e.claimed_by = $2 ${dialect.lock('e')}`,
  }
  const answersAfter = {
    name: 'answers to webhooks',
    text: `SELECT a.n, a.answer FROM webhook_attempts a WHERE a.endpoint_id = $1 AND a.n > $2 ORDER BY a.n LIMIT $3
      ${dialect.lock('a')}`,
  }
  const rewrite = dialect.update<Answer & OfEndpoint>(attempts.name, { keys: attemptKeys, columns: answerColumns })
  const [settling, listAttempts] = [settlements(dialect), selectAttempts(dialect)]
  return {
    due: async (id, { nowMs, longestPauseMs, limit }) =>
      (await ask<WaitingRow>({ ...selectDue, values: [time.valueOf(nowMs), id, limit, longestPauseMs] })).map(
        waitingOf,
      ),
    settle: (id, { by, nowMs, leaseMs }, settlement) =>
      write({
        reads: [
          { ...lockClaimed, values: [id, by] },
          { ...selectLast, values: [id] },
        ],
        decide([locked = [], lasts = []], decidedMs) {
          const [[claimed], [last]] = [locked as readonly ClaimedRow[], lasts as readonly LastRow[]]
          if (!claimed || !last || reachOf(settlement) > Number(last.event)) return { value: false, writes: [] }
          const atMs = time.decided(nowMs, decidedMs)
          const { progress, disabledBecause = claimed.disabledBecause } = settlement
          const endpoint = { id, by, untilMs: atMs + leaseMs, ...progress, disabledBecause }
          return { value: true, writes: settling(endpoint, settlement, { atMs, lastAttempt: Number(last.attempt) }) }
        },
      }),
    async attempts(id, { sequence = null, before = null, limit }) {
      const rows = await ask<AttemptRow>({ ...listAttempts, values: [id, before, limit + 1, sequence] })
      const page = rows.slice(0, limit)
      return { attempts: page.map(attemptOf), next: rows.length > limit ? `${page.at(-1)?.n}` : null }
    },
    eraseFromAnswers: (id, { after, limit, ...number }) =>
      write({
        reads: [{ ...answersAfter, values: [id, after, limit] }],
        decide([rows = []]) {
          const found = rows as readonly Answer[]
          const changed = found.flatMap(({ n, answer }) => {
            const without = withoutNumber(answer, number)
            return without === answer ? [] : [{ endpointId: id, n, answer: without }]
          })
          return { value: found.length < limit ? null : Number(found.at(-1)?.n), writes: rewrite(changed) }
        },
      }),
    async forgetAttempts({ nowMs, keptMs }) {
      const found = await ask<{ id: string }>({ ...selectWithOldAttempts, values: [time.valueOf(nowMs), keptMs] })
      for (const { id } of found) {
        await write({
          reads: [],
          decide: (_, decidedMs) => ({
            value: undefined,
            writes: [{ ...deleteOldAttempts, values: [id, time.decided(nowMs, decidedMs) - keptMs] }],
          }),
        })
      }
    },
  }
}

type Answer = Pick<AttemptRow, 'n' | 'answer'>

const attemptKeys: readonly Column<OfEndpoint & Answer>[] = [ofEndpoint, ['n', 'integer', ({ n }) => n]]

const answerColumns: readonly Column<Answer>[] = [['answer', 'text', ({ answer }) => answer]]

type ClaimedRow = Pick<SettledEndpoint, 'disabledBecause'>

type LastRow = { readonly event: bigint; readonly attempt: bigint }

/** The last event of an endpoint's account, and the number of the last attempt at it. */
const selectLast = {
  name: 'last of webhook endpoint',
  text: `SELECT (SELECT coalesce(max(v.sequence), 0) FROM events v WHERE v.account_id = e.account_id) AS event,
      (SELECT coalesce(max(a.n), 0) FROM webhook_attempts a WHERE a.endpoint_id = e.id) AS attempt
    FROM webhook_endpoints e WHERE e.id = $1`,
}

/**
 * Makes the function that makes the writes of a settlement. The claim keeps others from the same numbers of attempts.
 */
function settlements(dialect: Dialect) {
  const wait = insertWaiting(dialect)
  const end = dialect.delete(waiting.name, waitingKeys)
  const insertAttempts = dialect.insert(attempts.name, attempts.columns)
  const update = dialect.update<SettledEndpoint>(endpoints.name, { keys: endpointKeys, columns: settledColumns })
  return (
    endpoint: SettledEndpoint,
    settlement: Settlement,
    { atMs, lastAttempt }: { atMs: number; lastAttempt: number },
  ): SqlStatement[] => {
    const { id: endpointId } = endpoint
    const waits = settlement.waiting.map(({ pauseMs, ...one }) => ({ ...one, endpointId, dueAtMs: atMs + pauseMs }))
    const made = settlement.attempts.map((one, index) => {
      return { ...one, endpointId, n: lastAttempt + index + 1, atMs: atMs - one.tookMs }
    })
    const ended = settlement.ended.map((sequence) => ({ endpointId, sequence }))
    return [...wait(waits), ...end(ended), ...insertAttempts(made), ...update([endpoint])]
  }
}

/** The events that are due at an endpoint. */
function due(time: Moments) {
  const waitingWhere = (comparison: string) => `SELECT * FROM (
      SELECT ${waitingColumns} FROM webhook_waiting w
      WHERE w.endpoint_id = $2 AND w.due_at_ms ${comparison} ORDER BY w.due_at_ms LIMIT $3
    ) AS waiting`
  return {
    name: 'due webhooks',
    text: `${time.given('$1')} ${waitingWhere(`<= ${moment}`)} UNION ALL ${waitingWhere(`> ${moment} + $4`)} LIMIT $3`,
  }
}

/** Attempts at an endpoint, of one event or all, the latest first. */
function selectAttempts({ types }: Dialect) {
  return {
    name: 'webhook attempts',
    text: `SELECT ${attemptColumns} FROM webhook_attempts a
      WHERE a.endpoint_id = $1 AND a.n < coalesce(CAST($2 AS ${types.integer}), ${beyondAll})
        AND a.sequence = coalesce(CAST($4 AS ${types.integer}), a.sequence) ORDER BY a.n DESC LIMIT $3`,
  }
}

const beyondAll = '9223372036854775807'

/** The endpoints whose oldest attempt is too old. */
function withOldAttempts(time: Moments) {
  return {
    name: 'old webhook attempts',
    text: `${time.given('$1')} SELECT e.id FROM webhook_endpoints e WHERE (
        SELECT a.at_ms FROM webhook_attempts a WHERE a.endpoint_id = e.id ORDER BY a.n LIMIT 1
      ) < ${moment} - $2`,
  }
}

/** Only the oldest attempts at an endpoint are read: their numbers are in the order of their times. */
const deleteOldAttempts = {
  name: 'forget webhook attempts',
  text: `DELETE FROM webhook_attempts WHERE endpoint_id = $1 AND n < coalesce((
      SELECT younger.n FROM webhook_attempts younger
      WHERE younger.endpoint_id = $1 AND younger.at_ms >= $2 ORDER BY younger.n LIMIT 1
    ), ${beyondAll})`,
}

/** Makes events wait. Each replaces its previous state. */
export function insertWaiting(dialect: Dialect): ForRows<WaitingDelivery & OfEndpoint> {
  return dialect.insert<WaitingDelivery & OfEndpoint>(waiting.name, waiting.columns, orReplace)
}

const orReplace = `ON CONFLICT (endpoint_id, sequence)
  DO UPDATE SET attempts = excluded.attempts, due_at_ms = excluded.due_at_ms`
