import type { SqlStatement } from './sqlStatement.ts'

/** Reads under names, each of any number of statements, to be sent together. */
export type NamedReads<Name extends string> = {
  readonly reads: readonly SqlStatement[]
  /** The rows of each name. */
  rowsOf(rows: readonly (readonly unknown[])[]): Readonly<Record<Name, readonly unknown[]>>
}

/** Names reads. */
export function namedReads<Name extends string>(by: Readonly<Record<Name, readonly SqlStatement[]>>): NamedReads<Name> {
  const names = Object.keys(by) as Name[]
  return {
    reads: names.flatMap((name) => by[name]),
    rowsOf(rows) {
      const found = {} as Record<Name, readonly unknown[]>
      let from = 0
      for (const name of names) {
        const to = from + by[name].length
        found[name] = rows.slice(from, to).flat()
        from = to
      }
      return found
    },
  }
}
