import type { Webhooks } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { type Moments, moment, moments } from '../engine/moments.ts'
import {
  type ClaimedRow,
  claimColumns,
  claimedColumns,
  claimedOf,
  endpointKeys,
  endpoints,
  type HeldEndpoint,
} from '../tables/webhooks.ts'

/** The endpoints to which a node may deliver. */
export function claims(engine: Engine): Pick<Webhooks, 'claim' | 'isClaimed'> {
  const { dialect, ask, write } = engine
  const time = moments(engine)
  const [ofAll, ofOne] = [statements(time, dialect.lockFree('e')), statements(time, dialect.lockFree('e'), '$5')]
  const take = dialect.update<HeldEndpoint>(endpoints.name, { keys: endpointKeys, columns: claimColumns })
  return {
    async claim({ by, nowMs, leaseMs, longestPauseMs, accountId, limit }) {
      const { find, choose } = accountId === undefined ? ofAll : ofOne
      const given = [time.valueOf(nowMs), leaseMs, longestPauseMs]
      const values = (most: number) => [...given, most, ...(accountId === undefined ? [] : [accountId])]
      // Most of the time there is nothing to do, and then nothing is written.
      if ((await ask({ ...find, values: values(1) })).length === 0) return []
      return write({
        reads: [{ ...choose, values: values(limit) }],
        decide([found = []], decidedMs) {
          const rows = found as readonly ClaimedRow[]
          const atMs = time.decided(nowMs, decidedMs)
          const claimed = rows.map((row) => claimedOf(row, atMs))
          const held = { by, untilMs: atMs + leaseMs }
          const taken = claimed.map(({ endpoint: { id }, progress: { failingMs } }) => ({ id, failingMs, ...held }))
          return { value: claimed, writes: take(taken) }
        },
      })
    },
    isClaimed: async (id, by) => (await ask({ ...isClaimed, values: [id, by] })).length > 0,
  }
}

/** Whether events are sent to an endpoint `e`: no key is behind it, or one of its keys is usable now. */
export const isNotHeld = `((e.created_by_key IS NULL AND e.changed_by_keys = '[]')
  OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = e.account_id AND a.api_access))`

const isClaimed = {
  name: 'webhook claim',
  text: `SELECT 1 FROM webhook_endpoints e WHERE e.id = $1 AND e.claimed_by = $2 AND ${isNotHeld}`,
}

/**
 * Finds whether there is something to do. Chooses and locks endpoints, except the ones that another node is claiming
 * now.
 */
function statements(time: Moments, lock: string, account?: string) {
  const which = account === undefined ? 'all' : 'account'
  const withWork = selectWithWork(time, account)
  return {
    find: { name: `webhook work ${which}`, text: withWork },
    choose: { name: `claim webhook endpoints ${which}`, text: `${withWork} ${lock}` },
  }
}

/** A claim that lasts longer than a lease was made by a clock that was ahead. */
function selectWithWork(time: Moments, account?: string): string {
  const { leaseMs, longestPauseMs } = { leaseMs: '$2', longestPauseMs: '$3' }
  return `${time.given('$1')}
    SELECT ${claimedColumns} FROM webhook_endpoints e
    WHERE ${account === undefined ? '' : `e.account_id = ${account} AND`} e.disabled_because IS NULL AND ${isNotHeld}
      AND (e.claimed_until_ms IS NULL OR e.claimed_until_ms <= ${moment}
        OR e.claimed_until_ms > ${moment} + ${leaseMs})
      AND (e.up_to < coalesce((
          SELECT v.sequence FROM events v WHERE v.account_id = e.account_id ORDER BY v.sequence DESC LIMIT 1
        ), 0)
        OR EXISTS (SELECT 1 FROM webhook_waiting w WHERE w.endpoint_id = e.id AND w.due_at_ms <= ${moment})
        OR EXISTS (SELECT 1 FROM webhook_waiting w
          WHERE w.endpoint_id = e.id AND w.due_at_ms > ${moment} + ${longestPauseMs}))
    LIMIT $4`
}
