import { LRUCache } from 'lru-cache'
import type { LookUpOne } from '../../sql/engine/engine.ts'

/** How many keys are remembered at most. */
const most = 10_000

/**
 * Remembers what was found until a version differs, or is undefined. What is unknown is not kept: it would push out
 * what is known.
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
    // What was found meanwhile may be older or newer than the version.
    if (found && version() === current) memory.set(key, found)
    return found
  }
}
