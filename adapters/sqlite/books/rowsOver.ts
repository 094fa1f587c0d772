import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { RowsOf } from '../../sql/engine/streams.ts'
import { keep } from '../file/keptDatabase.ts'

/** After this many rows the event loop gets a turn. */
const rowsInARow = 500

/** Reads rows one by one over a connection, which cannot be closed while a result is read; `end` ends all results. */
export function rowsOver(reader: Database): { readonly rowsOf: RowsOf; end(): void } {
  const unfinished = new Set<Iterator<unknown>>()

  async function* streamed<Row>(select: string): AsyncGenerator<Row> {
    const rows = keep(reader.prepare<[], Row>(select).iterate())
    unfinished.add(rows)
    let count = 0
    for (const row of rows) {
      yield row
      count += 1
      if (count % rowsInARow === 0) await setImmediate()
    }
    unfinished.delete(rows)
  }

  return {
    rowsOf: streamed,
    end() {
      for (const rows of unfinished) rows.return?.()
    },
  }
}
