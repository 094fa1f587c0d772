import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import type { RowsOf } from '../../sql/engine/streams.ts'
import { rowsMadeBy } from '../engine/connection.ts'
import { keep } from '../file/keptDatabase.ts'

/** After this many rows the event loop gets a turn. */
const rowsInARow = 500

/** Reads rows over a connection, which cannot be closed while a result is read; `end` ends all results. */
export function rowsOver(reader: Database): { readonly rowsOf: RowsOf; end(): void } {
  const unfinished = new Set<Iterator<unknown>>()

  async function* streamed<Row>(select: string): AsyncGenerator<readonly Row[]> {
    const statement = reader.prepare<[], unknown[]>(select).raw()
    const rowOf = rowsMadeBy<Row>(statement)
    const found = keep(statement.iterate())
    unfinished.add(found)
    let rows: Row[] = []
    for (const values of found) {
      rows.push(rowOf(values))
      if (rows.length < rowsInARow) continue
      yield rows
      rows = []
      await setImmediate()
    }
    unfinished.delete(found)
    yield rows
  }

  return {
    rowsOf: streamed,
    end() {
      for (const rows of unfinished) rows.return?.()
    },
  }
}
