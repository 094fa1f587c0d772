import { setImmediate } from 'node:timers/promises'
import type { Statement } from 'better-sqlite3'
import { keep } from '../file/keptDatabase.ts'

/** After this many rows the event loop gets a turn. */
const rowsInARow = 500

/** Reads a statement's rows one by one; while it has not ended it is in `unfinished`. */
export async function* streamed<Row>(
  statement: Statement<[], Row>,
  unfinished: Set<Iterator<unknown>>,
): AsyncGenerator<Row> {
  const rows = keep(statement.iterate())
  unfinished.add(rows)
  let count = 0
  for (const row of rows) {
    yield row
    count += 1
    if (count % rowsInARow === 0) await setImmediate()
  }
  unfinished.delete(rows)
}

/** Groups consecutive rows with the same key. */
export async function* gathered<Row>(
  rows: AsyncIterable<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<[Row, ...Row[]]> {
  let together: [Row, ...Row[]] | undefined
  for await (const row of rows) {
    if (together && keyOf(together[0]) === keyOf(row)) {
      together.push(row)
    } else {
      if (together) yield together
      together = [row]
    }
  }
  if (together) yield together
}

/** Maps each row. */
export async function* mapped<Row, Made>(rows: AsyncIterable<Row>, make: (row: Row) => Made): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}

/** Leaves out the rows that are null. */
export async function* present<Row>(rows: AsyncIterable<Row | null>): AsyncGenerator<Row> {
  for await (const row of rows) if (row !== null) yield row
}
