import type { Ask } from '../connection/statement.ts'

/** Reads any number of rows, some at a time. */
export type Cursors = { rowsOf<Row>(select: string): AsyncGenerator<Row> }

const rowsAtOnce = 2_000

/** Reads inside a transaction that has begun; each result is a cursor of its own. */
export function cursors(ask: Ask): Cursors {
  let opened = 0
  return {
    async *rowsOf<Row>(select: string) {
      opened += 1
      const name = `rows_${opened}`
      await ask({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${select}` })
      for (;;) {
        const rows = await ask<Row>({ text: `FETCH ${rowsAtOnce} FROM ${name}` })
        yield* rows
        if (rows.length < rowsAtOnce) break
      }
      await ask({ text: `CLOSE ${name}` })
    },
  }
}

/** The rows, each changed. */
export async function* mapped<Row, Made>(rows: AsyncIterable<Row>, make: (row: Row) => Made): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}

/** Rows that follow one another and have the same key, together. */
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
