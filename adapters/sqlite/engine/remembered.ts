import { LRUCache } from 'lru-cache'
import type { LookUpOne } from '../../sql/engine/engine.ts'

/** The most keys that are remembered. */
const most = 10_000

/**
 * Remembers found values until a version differs, or is undefined. A missing value is not remembered: it would displace
 * found ones.
 */
export function remembered<Found extends object>(lookUp: LookUpOne<Found>, version: () => unknown): LookUpOne<Found> {
  const memory = new LRUCache<string, Found>({ max: most })
  let ofVersion: unknown

  return async (key) => {
    const current = version()
    if (current === undefined) return lookUp(key)
    if (current !== ofVersion) memory.clear()
    ofVersion = current
    const known = memory.get(key)
    if (known) return known
    const found = await lookUp(key)
    // A value found meanwhile may be older or newer than the version.
    if (found && version() === current) memory.set(key, found)
    return found
  }
}
