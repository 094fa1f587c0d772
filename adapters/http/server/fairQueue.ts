/** Waiting items by their owners. The owners take turns, however many items each has. */
type FairQueue<T> = {
  readonly isEmpty: () => boolean
  /** Adds an item of an owner in a group: groups take turns, and so do the owners of a group. */
  add(group: string, owner: string, item: T): void
  /** How many owners have a waiting item, counted up to `most`. */
  ownersUpTo(most: number): number
  /** How many items of an owner wait. */
  countOf(group: string, owner: string): number
  /** Takes the next item. */
  take(): T | undefined
}

/** An empty queue. */
export function fairQueue<T>(): FairQueue<T> {
  const groups = new Map<string, Map<string, T[]>>()
  return {
    isEmpty: () => groups.size === 0,
    add(group, owner, item) {
      const owners = groups.get(group) ?? new Map<string, T[]>()
      const items = owners.get(owner) ?? []
      items.push(item)
      groups.set(group, owners.set(owner, items))
    },
    ownersUpTo(most) {
      let count = 0
      for (const { size } of groups.values()) {
        count += size
        if (count >= most) return most
      }
      return count
    },
    countOf: (group, owner) => groups.get(group)?.get(owner)?.length ?? 0,
    take: () => takeFirst(groups, (owners) => takeFirst(owners, (items) => items.shift(), isEmptyList), isEmptyMap),
  }
}

/** Takes an item from the first entry of a map. The entry then becomes the last, unless it is empty. */
function takeFirst<Part, T>(
  parts: Map<string, Part>,
  takeOf: (part: Part) => T | undefined,
  isEmpty: (part: Part) => boolean,
): T | undefined {
  for (const [name, part] of parts) {
    const taken = takeOf(part)
    parts.delete(name)
    if (!isEmpty(part)) parts.set(name, part)
    return taken
  }
  return undefined
}

const isEmptyList = (items: readonly unknown[]) => items.length === 0
const isEmptyMap = (parts: ReadonlyMap<string, unknown>) => parts.size === 0
