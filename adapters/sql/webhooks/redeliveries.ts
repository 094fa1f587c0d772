import { type Redelivered, redeliveryPauseMs, type Webhooks } from '../../../core/sente.ts'
import { lockAccount } from '../accounts/accountRows.ts'
import type { Engine } from '../engine/engine.ts'
import { type Moments, moment, moments } from '../engine/moments.ts'
import { namedReads } from '../engine/reads.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import { type RedeliveriesRow, redeliveries, redeliveriesOf } from '../tables/deliveries.ts'
import { insertWaiting } from './deliveries.ts'

/** Makes the function that makes an event due at all endpoints of its account, and counts that. */
export function redelivering(engine: Engine): Webhooks['redeliver'] {
  const { dialect, write } = engine
  const time = moments(engine)
  const beside = actionBeside(dialect)
  const wait = insertWaiting(dialect)
  const note = dialect.insert(redeliveries.name, redeliveries.columns)
  const count = counting(time)
  // Locked too, so that they are not removed meanwhile.
  const lockEndpoints = {
    name: 'lock webhook endpoints',
    text: `SELECT e.id FROM webhook_endpoints e JOIN events v ON v.account_id = e.account_id
      WHERE e.account_id = $1 AND v.sequence = $2 ORDER BY e.id ${dialect.lock('e')}`,
  }
  return (accountId, { sequence, nowMs, limits }, acting) => {
    const action = beside(acting)
    const { reads, rowsOf } = namedReads({
      account: [lockAccount(dialect, accountId)],
      endpoints: [{ ...lockEndpoints, values: [accountId, sequence] }],
      made: limits ? [{ ...count, values: [time.valueOf(nowMs), accountId, sequence, limits.withinMs] }] : [],
    })
    return write<Redelivered>({
      reads: [...reads, ...action.reads],
      decide(rows, decidedMs) {
        const found = rowsOf(rows)
        const atMs = time.decided(nowMs, decidedMs)
        const due = (found.endpoints as readonly { id: string }[]).map(({ id }) => {
          return { endpointId: id, sequence, attempts: 0, dueAtMs: atMs }
        })
        const value = { endpoints: due.length }
        const [made] = found.made as readonly MadeRow[]
        if (!limits || !made || due.length === 0) {
          const acted = action.made(rows.slice(reads.length), due.length)
          return { value, writes: [...wait(due), ...acted.writes] }
        }
        const pauseMs = redeliveryPauseMs(redeliveriesOf(made), limits)
        if (pauseMs > 0) return { value: { pauseMs }, writes: [] }
        const forget = { ...deleteOver, values: [accountId, atMs - limits.withinMs, atMs] }
        const one = { accountId, sequence, nth: Number(made.last) + 1, atMs }
        return { value, writes: [...wait(due), forget, ...note([one])] }
      },
    })
  }
}

/** The counting redeliveries, and the number of the event's last one, counting or not. */
type MadeRow = RedeliveriesRow & { readonly last: bigint }

/** Counts the redeliveries within a span. Later ones than now were noted by a clock that was ahead. */
function counting(time: Moments) {
  return {
    name: 'webhook redeliveries',
    text: `${time.given('$1')}
      SELECT count(*) FILTER (WHERE r.counts AND r.sequence = $3) AS "ofEvent",
        ${moment} - min(r.at_ms) FILTER (WHERE r.counts AND r.sequence = $3) AS "eventSinceMs",
        count(*) FILTER (WHERE r.counts) AS "ofAccount",
        ${moment} - min(r.at_ms) FILTER (WHERE r.counts) AS "accountSinceMs",
        coalesce(max(r.nth) FILTER (WHERE r.sequence = $3), 0) AS last
      FROM (
        SELECT sequence, nth, at_ms, at_ms > ${moment} - $4 AND at_ms <= ${moment} AS counts
        FROM webhook_redeliveries WHERE account_id = $2
      ) AS r`,
  }
}

const deleteOver = {
  name: 'forget webhook redeliveries',
  text: 'DELETE FROM webhook_redeliveries WHERE account_id = $1 AND (at_ms <= $2 OR at_ms > $3)',
}
