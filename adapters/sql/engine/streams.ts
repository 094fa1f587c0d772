/** Reads any number of rows of one moment, some at a time. */
export type RowsOf = <Row>(select: string) => Chunks<Row>

/** Rows as they come, some at a time: one by one, each would cost a turn at every step of its way. */
export type Chunks<Row> = AsyncIterable<readonly Row[]>

/** The rows one by one, each changed. */
export async function* mapped<Row, Made>(chunks: Chunks<Row>, make: (row: Row) => Made): AsyncGenerator<Made> {
  for await (const rows of chunks) for (const row of rows) yield make(row)
}

/** Consecutive rows with the same key, together. */
export async function* gathered<Row>(
  chunks: Chunks<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly (readonly [Row, ...Row[]])[]> {
  let last: [Row, ...Row[]] | undefined
  for await (const rows of chunks) {
    const ended: [Row, ...Row[]][] = []
    for (const row of rows) {
      if (last && keyOf(last[0]) === keyOf(row)) {
        last.push(row)
        continue
      }
      if (last) ended.push(last)
      last = [row]
    }
    yield ended
  }
  if (last) yield [last]
}
