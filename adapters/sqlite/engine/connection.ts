import type { Database, Statement as Prepared } from 'better-sqlite3'
import type { SqlStatement } from '../../sql/engine/sqlStatement.ts'

/** Runs a statement at once and returns its rows; none for a statement that only writes. */
export type Run = <Row>(statement: SqlStatement) => Row[]

/**
 * Runs statements over a connection, which prepares each text once. Texts contain no values, so their number is
 * limited.
 */
export function connection(database: Database): Run {
  const known = new Map<string, Known>()

  function knownBy(text: string): Known {
    const found = known.get(text) ?? prepare(database, text)
    known.set(text, found)
    return found
  }

  return <Row>({ text, values = [], each = [values] }: SqlStatement) => {
    const { statement, placed, rowOf } = knownBy(text)
    const rows: Row[] = []
    for (const given of each) {
      if (!rowOf) statement.run(placed(given))
      else for (const found of statement.all(placed(given))) rows.push(rowOf(found) as Row)
    }
    return rows
  }
}

/** A prepared statement. */
type Known = {
  readonly statement: Prepared<unknown[], unknown[]>
  /** The values of `$1`, `$2` and so on in the order of the text, where one may occur twice. */
  placed(values: readonly unknown[]): readonly unknown[]
  /** Makes a row of its columns' values; undefined for a statement that only writes. */
  readonly rowOf: ((values: readonly unknown[]) => unknown) | undefined
}

/**
 * Makes each `$n` a plain placeholder: binding values by name costs more than the statement. SQLite would plan a
 * statement anew for each value of a placeholder that is its limit, but not of an expression.
 */
function prepare(database: Database, text: string): Known {
  const places = [...text.matchAll(numbered)].map(([, number]) => Number(number) - 1)
  const plain = text.replaceAll(numbered, '?').replaceAll('LIMIT ?', 'LIMIT +?')
  const statement = database.prepare<unknown[], unknown[]>(plain)
  const isInOrder = places.every((place, index) => place === index)
  return {
    statement,
    placed: isInOrder ? (values) => values : (values) => places.map((place) => values[place]),
    rowOf: statement.reader ? rowsMadeBy(statement.raw()) : undefined,
  }
}

const numbered = /\$(\d+)/g

/**
 * Makes rows of the values of a statement's columns. Copies of one empty row take half the time and memory of objects
 * that get one property after the other.
 */
export function rowsMadeBy<Row>(statement: Pick<Prepared, 'columns'>): (values: readonly unknown[]) => Row {
  const names = statement.columns().map(({ name }) => name)
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
  return (values) => {
    const row = { ...empty }
    for (const [index, name] of names.entries()) row[name] = values[index]
    return row
  }
}
