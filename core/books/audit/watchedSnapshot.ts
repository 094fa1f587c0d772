import type { Snapshot, Streamed } from '../../ports/books/snapshot.ts'

/** The functions that receive each row of a kind. */
export type Watchers = {
  readonly [Kind in keyof Snapshot]?: (row: RowOf<ReturnType<Snapshot[Kind]>>) => void
}

type RowOf<Rows> = Rows extends Streamed<infer Row> ? Row : never

/** A snapshot whose rows others see, too, once: when the rows are read again, they are not shown again. */
export function watchedSnapshot<Read extends Snapshot>(snapshot: Read, watchers: Watchers): Read {
  const shown = new Set<string>()
  const watched = Object.entries(watchers).map(([name, watch]) => {
    const kind = name as keyof Snapshot
    const read = snapshot[kind] as (only?: 'money') => Streamed<unknown>
    const rows = (only?: 'money') => {
      if (shown.has(kind)) return read(only)
      shown.add(kind)
      return seen(read(only), watch as (row: unknown) => void)
    }
    return [kind, rows]
  })
  return { ...snapshot, ...Object.fromEntries(watched) }
}

async function* seen<Row>(rows: Streamed<Row>, watch: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    watch(row)
    yield row
  }
}
