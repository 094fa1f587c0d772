import { type AccountKey, type ListedKey, momentIn, scopesOf } from '../../core/sente.ts'
import { utc } from './moment.ts'

/** A key as its merchant sees it: never the key itself or its digest. */
export function keyData({ key, state }: ListedKey) {
  const { id, kind, name, prefix, addresses, lastUsedAtMs } = key
  return {
    key_id: id,
    kind,
    name,
    state,
    prefix,
    scopes: kind === 'secret' ? scopesOf(key) : [],
    addresses,
    created_at: utc(momentIn(id)),
    expires_at: expiryOf(key),
    last_used_at: lastUsedAtMs === null ? null : utc(lastUsedAtMs - (lastUsedAtMs % hourMs)),
  }
}

const hourMs = 3_600_000

/** The data of an event about a key that expires: only facts that never change. */
export function expiringData(key: AccountKey) {
  const { id, name, addresses } = key
  return {
    key_id: id,
    name,
    scopes: scopesOf(key),
    addresses,
    created_at: utc(momentIn(id)),
    expires_at: expiryOf(key),
  }
}

function expiryOf({ expiresAtMs }: AccountKey): string | null {
  return expiresAtMs === null ? null : utc(expiresAtMs)
}
