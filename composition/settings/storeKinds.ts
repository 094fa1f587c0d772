import { postgres } from '../../adapters/postgres/postgres.ts'
import { sqlite } from '../../adapters/sqlite/sqlite.ts'
import type { StoreKind } from '../../core/sente.ts'

/** Every kind of store that DATABASE_URL can name. */
export const storeKinds: readonly StoreKind[] = [sqlite, postgres]

/** The kind of store with this scheme. Throws if there is none. */
export function storeKind(scheme: string): StoreKind {
  const found = storeKinds.find((kind) => kind.schemes.includes(scheme))
  if (!found) throw new Error(`there is no store ${scheme}`)
  return found
}

/** DATABASE_URL as messages show it, without a password. */
export function shownUrl({ scheme, databasePath }: { scheme: string; databasePath: string }): string {
  return `${scheme}:${storeKind(scheme).nameOf(databasePath)}`
}
