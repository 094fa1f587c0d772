import type { Database, Statement as Prepared } from 'better-sqlite3'
import type { SqlStatement } from '../../sql/sqlStatement.ts'

/** Runs a statement at once and returns its rows; none of one that only writes. */
export type Run = <Row>(statement: SqlStatement) => Row[]

/** Runs statements over a connection, which prepares each text once: texts contain no values, so that there are only so many. */
export function connection(database: Database): Run {
  const known = new Map<string, Positioned>()

  function positioned(text: string): Positioned {
    const found = known.get(text) ?? position(database, text)
    known.set(text, found)
    return found
  }

  return <Row>({ text, values = [], each = [values] }: SqlStatement) => {
    const { statement, places } = positioned(text)
    if (statement.reader) return each.flatMap((row) => statement.all(bound(row, places))) as Row[]
    for (const row of each) statement.run(bound(row, places))
    return []
  }
}

/** A prepared statement, and which value stands in each of its places. */
type Positioned = { readonly statement: Prepared<unknown[]>; readonly places: readonly number[] }

/** Makes each `$n` a plain place: values that are bound by a name cost more than the statement. */
function position(database: Database, text: string): Positioned {
  const places = [...text.matchAll(numbered)].map(([, number]) => Number(number) - 1)
  return { statement: database.prepare<unknown[]>(text.replaceAll(numbered, '?')), places }
}

const numbered = /\$(\d+)/g

function bound(values: readonly unknown[], places: readonly number[]): unknown[] {
  return places.map((place) => {
    const value = values[place]
    return typeof value === 'boolean' ? Number(value) : value
  })
}
