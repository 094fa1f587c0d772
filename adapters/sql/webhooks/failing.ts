import type { PlacedEndpoint, Webhooks } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { moment, moments } from '../engine/moments.ts'
import { numberOrNull } from '../engine/table.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import {
  type EndpointRow,
  endpointColumns,
  endpointKeys,
  endpointOf,
  endpoints,
  rewoundColumns,
} from '../tables/webhooks.ts'

/** Endpoints that accept nothing, and the events that they get again. */
export function failing(engine: Engine): Pick<Webhooks, 'failing' | 'rewind'> {
  const { dialect, ask, write } = engine
  const time = moments(engine)
  const beside = actionBeside(dialect)
  const list = {
    name: 'failing webhook endpoints',
    text: `${time.given('$1')} SELECT ${endpointColumns},
        ${dialect.greatest('e.claimed_until_ms', moment)} - e.failing_since_ms AS "failingMs"
      FROM webhook_endpoints e
      WHERE (e.disabled_because IS NULL AND e.failing_since_ms IS NOT NULL)
        OR e.disabled_because = 'gone' OR e.disabled_because = 'failing'
      ORDER BY CASE WHEN e.failing_since_ms IS NULL THEN 1 ELSE 0 END, e.failing_since_ms, e.id LIMIT $2`,
  }
  const lock = {
    name: 'lock webhook endpoint to rewind',
    text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.id = $1 ${dialect.lock('e')}`,
  }
  const update = dialect.update<Rewound>(endpoints.name, { keys: endpointKeys, columns: rewoundColumns })
  return {
    failing: async ({ nowMs, limit }) =>
      (await ask<FailingRow>({ ...list, values: [time.valueOf(nowMs), limit] })).map((row) => {
        return { endpoint: endpointOf(row), failingMs: numberOrNull(row.failingMs) }
      }),
    rewind(id, upTo, acting) {
      const action = beside(acting)
      return write({
        reads: [{ ...lock, values: [id] }, { ...lastEvent, values: [id] }, ...action.reads],
        decide([rows = [], lasts = [], ...found]) {
          const [[row], [last]] = [rows as readonly EndpointRow[], lasts as readonly { last: bigint }[]]
          if (!row || !last) return { value: undefined, writes: [] }
          const begun = Math.min(upTo, Number(row.upTo))
          const value = { endpoint: endpointOf(row), events: Number(last.last) - begun }
          const rewound = [{ ...forget, values: [id, begun] }, ...update([{ id, upTo: begun }])]
          return { value, writes: [...rewound, ...action.made(found, value).writes] }
        },
      })
    },
  }
}

type FailingRow = EndpointRow & { readonly failingMs: bigint | null }

type Rewound = { readonly id: string } & Pick<PlacedEndpoint, 'upTo'>

const lastEvent = {
  name: 'last event for webhook endpoint',
  text: `SELECT (SELECT coalesce(max(v.sequence), 0) FROM events v WHERE v.account_id = e.account_id) AS last
    FROM webhook_endpoints e WHERE e.id = $1`,
}

/** Waiting events are delivered with the others. */
const forget = {
  name: 'forget waiting webhooks',
  text: 'DELETE FROM webhook_waiting WHERE endpoint_id = $1 AND sequence > $2',
}
