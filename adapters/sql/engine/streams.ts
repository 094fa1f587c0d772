/** Reads any number of rows of one moment, some at a time. */
export type RowsOf = <Row>(select: string) => AsyncIterable<Row>

/** The rows, each changed. */
export async function* mapped<Row, Made>(rows: AsyncIterable<Row>, make: (row: Row) => Made): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}

/** Consecutive rows with the same key, together. */
export async function* gathered<Row>(
  rows: AsyncIterable<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly [Row, ...Row[]]> {
  let together: [Row, ...Row[]] | undefined
  for await (const row of rows) {
    if (together && keyOf(together[0]) === keyOf(row)) {
      together.push(row)
      continue
    }
    if (together) yield together
    together = [row]
  }
  if (together) yield together
}
