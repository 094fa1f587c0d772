import type { PlacedEndpoint, Webhooks } from '../../../core/sente.ts'
import { lockAccount } from '../accounts/accountRows.ts'
import type { Engine } from '../engine.ts'
import { attempts, ofEndpoint, waiting } from '../tables/deliveries.ts'
import {
  changedColumns,
  type EndpointRow,
  endpointColumns,
  endpointKeys,
  endpointOf,
  endpoints,
  placedEndpointColumns,
} from '../tables/webhooks.ts'

/** What the owners of endpoints do with them. */
export function settings({ dialect, ask, write }: Engine): Pick<Webhooks, 'add' | 'ofAccount' | 'change' | 'remove'> {
  const insert = dialect.insert<PlacedEndpoint>(endpoints.name, placedEndpointColumns)
  const update = dialect.update(endpoints.name, { keys: endpointKeys, columns: changedColumns })
  const removeOf = [waiting, attempts].map(({ name }) => dialect.delete(name, [ofEndpoint]))
  const remove = dialect.delete(endpoints.name, endpointKeys)
  const lockById = {
    name: 'lock webhook endpoint',
    text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.id = $1 ${dialect.lock('e')}`,
  }
  return {
    add: (endpoint, most) =>
      write({
        // Locked, so that two requests at once do not both find room, and no event is written meanwhile.
        reads: [lockAccount(dialect, endpoint.accountId), { ...place, values: [endpoint.accountId] }],
        decide([, rows = []]) {
          const [{ count, last }] = rows as [{ count: bigint; last: bigint }]
          if (Number(count) >= most) return { value: false, writes: [] }
          return { value: true, writes: insert([{ endpoint, upTo: Number(last) }]) }
        },
      }),
    ofAccount: async (accountId) => (await ask<EndpointRow>({ ...ofAccount, values: [accountId] })).map(endpointOf),
    change: (id, change) =>
      write({
        reads: [{ ...lockById, values: [id] }],
        decide([rows = []]) {
          const [row] = rows as readonly EndpointRow[]
          if (!row) return { value: undefined, writes: [] }
          const changed = change(endpointOf(row))
          return { value: changed, writes: update([changed]) }
        },
      }),
    remove: (id) =>
      write({
        reads: [{ ...lockById, values: [id] }],
        decide([rows = []]) {
          if (rows.length === 0) return { value: false, writes: [] }
          return {
            value: true,
            writes: [...removeOf.flatMap((from) => from([{ endpointId: id }])), ...remove([{ id }])],
          }
        },
      }),
  }
}

const ofAccount = {
  name: 'webhook endpoints',
  text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.account_id = $1 ORDER BY e.id`,
}

const place = {
  name: 'place of webhook endpoint',
  text: `SELECT (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1) AS count,
    (SELECT coalesce(max(sequence), 0) FROM events WHERE account_id = $1) AS last`,
}
