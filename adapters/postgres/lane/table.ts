import type { Statement } from '../connection/statement.ts'

/** A column of a statement that writes many rows at once: its name, its type and its value in a row. */
export type Column<Row> = readonly [name: string, type: string, value: (row: Row) => unknown]

/** Makes a statement that inserts rows, or none. */
export function inserting<Row>(table: string, columns: readonly Column<Row>[]) {
  const names = columns.map(([name]) => name).join(', ')
  const text = `INSERT INTO ${table} (${names}) SELECT * FROM ${givenBy(columns)}`
  return writing({ name: `insert ${table}`, text }, columns)
}

/** Makes a statement that updates the rows with these keys, or none. */
export function updating<Row>(table: string, keys: readonly Column<Row>[], columns: readonly Column<Row>[]) {
  const all = [...keys, ...columns]
  const sets = columns.map(([name]) => `${name} = given.${name}`).join(', ')
  const text = `UPDATE ${table} AS stored SET ${sets} FROM ${givenBy(all)} WHERE ${matching(keys)}`
  return writing({ name: `update ${table}`, text }, all)
}

/** Makes a statement that deletes the rows with these keys, or none. */
export function deleting<Row>(table: string, keys: readonly Column<Row>[]) {
  const text = `DELETE FROM ${table} AS stored USING ${givenBy(keys)} WHERE ${matching(keys)}`
  return writing({ name: `delete ${table}`, text }, keys)
}

function writing<Row>(statement: { name: string; text: string }, columns: readonly Column<Row>[]) {
  return (rows: readonly Row[]): Statement[] =>
    rows.length === 0 ? [] : [{ ...statement, values: columns.map(([, , value]) => rows.map(value)) }]
}

/** The rows as a table, of one array of values for each column. */
function givenBy<Row>(columns: readonly Column<Row>[]): string {
  const arrays = columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')
  return `unnest(${arrays}) AS given (${columns.map(([name]) => name).join(', ')})`
}

function matching<Row>(keys: readonly Column<Row>[]): string {
  return keys.map(([name]) => `stored.${name} = given.${name}`).join(' AND ')
}
