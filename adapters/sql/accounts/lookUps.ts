/** Looks up many keys at once. Keys without a result are left out. */
export type LookUp<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>

/** Looks up one key. Requests during a look-up go together as the next one. */
export function together<Found>(lookUp: LookUp<Found>): (key: string) => Promise<Found | undefined> {
  let running: Promise<unknown> | undefined
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> } | undefined

  function begin(): NonNullable<typeof next> {
    const keys = new Set<string>()
    const found = (running ?? Promise.resolve()).then(() => {
      next = undefined
      const looking = lookUp([...keys])
      running = looking.catch(() => {})
      return looking
    })
    return { keys, found }
  }

  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
