import type { Ask } from '../../sql/sqlStatement.ts'
import type { RowsOf } from '../../sql/streams.ts'

const rowsAtOnce = 2_000

/** Reads inside a transaction that has begun; each result is a cursor of its own. */
export function streamRows(ask: Ask): RowsOf {
  let opened = 0
  return async function* rowsOf<Row>(select: string) {
    opened += 1
    const name = `rows_${opened}`
    await ask({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${select}` })
    for (;;) {
      const rows = await ask<Row>({ text: `FETCH ${rowsAtOnce} FROM ${name}` })
      yield* rows
      if (rows.length < rowsAtOnce) break
    }
    await ask({ text: `CLOSE ${name}` })
  }
}
