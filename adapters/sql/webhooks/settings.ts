import type { PlacedEndpoint, Webhooks } from '../../../core/sente.ts'
import { lockAccount } from '../accounts/accountRows.ts'
import type { Engine } from '../engine/engine.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
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

/** The owners' operations on endpoints. */
export function settings({ dialect, ask, write }: Engine): Pick<Webhooks, 'add' | 'ofAccount' | 'change' | 'remove'> {
  const beside = actionBeside(dialect)
  const insert = dialect.insert<PlacedEndpoint>(endpoints.name, placedEndpointColumns)
  const update = dialect.update(endpoints.name, { keys: endpointKeys, columns: changedColumns })
  const removeOf = [waiting, attempts].map(({ name }) => dialect.delete(name, [ofEndpoint]))
  const remove = dialect.delete(endpoints.name, endpointKeys)
  const lockById = {
    name: 'lock webhook endpoint',
    text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.id = $1 ${dialect.lock('e')}`,
  }
  return {
    add(endpoint, most, acting) {
      const action = beside(acting)
      return write({
        // Locked, so that two requests at once do not both find room, and no event is written meanwhile.
        reads: [
          lockAccount(dialect, endpoint.accountId),
          { ...place, values: [endpoint.accountId, endpoint.id] },
          ...action.reads,
        ],
        decide([, rows = [], ...found]) {
          const [{ count, same, last }] = rows as [{ count: bigint; same: bigint; last: bigint }]
          if (Number(same) > 0) return { value: true, writes: [] }
          if (Number(count) >= most) return { value: false, writes: [] }
          const writes = [...insert([{ endpoint, upTo: Number(last) }]), ...action.made(found).writes]
          return { value: true, writes }
        },
      })
    },
    ofAccount: async (accountId) => (await ask<EndpointRow>({ ...ofAccount, values: [accountId] })).map(endpointOf),
    change(id, change, acting) {
      const action = beside(acting)
      return write({
        reads: [{ ...lockById, values: [id] }, ...action.reads],
        decide([rows = [], ...found]) {
          const [row] = rows as readonly EndpointRow[]
          if (!row) return { value: undefined, writes: [] }
          const before = endpointOf(row)
          const changed = change(before)
          return { value: changed, writes: [...update([changed]), ...action.made(found, before, changed).writes] }
        },
      })
    },
    remove(id, acting) {
      const action = beside(acting)
      return write({
        reads: [{ ...lockById, values: [id] }, ...action.reads],
        decide([rows = [], ...found]) {
          const [row] = rows as readonly EndpointRow[]
          if (!row) return { value: false, writes: [] }
          const removed = [...removeOf.flatMap((from) => from([{ endpointId: id }])), ...remove([{ id }])]
          return { value: true, writes: [...removed, ...action.made(found, endpointOf(row)).writes] }
        },
      })
    },
  }
}

const ofAccount = {
  name: 'webhook endpoints',
  text: `SELECT ${endpointColumns} FROM webhook_endpoints e WHERE e.account_id = $1 ORDER BY e.id`,
}

const place = {
  name: 'place of webhook endpoint',
  text: `SELECT (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1) AS count,
    (SELECT count(*) FROM webhook_endpoints WHERE id = $2) AS same,
    (SELECT coalesce(max(sequence), 0) FROM events WHERE account_id = $1) AS last`,
}
