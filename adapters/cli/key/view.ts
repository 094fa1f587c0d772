import type { AccountKey } from '../../../core/sente.ts'
import { table } from '../output.ts'

/** Keys as programs see them: never the key itself, nor its digest. */
export function keysJson(keys: readonly AccountKey[]): object[] {
  return keys.map(({ id, kind, active }) => ({ key_id: id, kind, active }))
}

/** Keys as people see them. */
export function keyTable(keys: readonly AccountKey[]): string {
  const rows = keys.map(({ id, kind, active }) => ({ Key: id, Kind: kind, Active: active ? 'yes' : 'no' }))
  return table(['Key', 'Kind', 'Active'], rows)
}
