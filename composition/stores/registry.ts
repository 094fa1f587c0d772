import { sqlite } from '../../adapters/sqlite/sqlite.ts'
import type { StoreKind } from './store.ts'

/** Every kind of store that DATABASE_URL can name. */
export const storeKinds: readonly StoreKind[] = [sqlite]

/** The kind of store with this scheme; throws if there is none. */
export function storeKind(scheme: string): StoreKind {
  const found = storeKinds.find((kind) => kind.scheme === scheme)
  if (!found) throw new Error(`there is no store ${scheme}`)
  return found
}
