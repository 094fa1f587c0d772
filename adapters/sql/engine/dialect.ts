import type { SqlStatement } from './sqlStatement.ts'
import type { Column, ColumnType, Table } from './table.ts'

/** Reads the rows with given keys. */
export type LookUp = {
  readonly name: string
  /** What is selected. */
  readonly columns: string
  /** The table and its alias, such as `balances b`. */
  readonly from: string
  /** The columns that are looked for, such as `b.account_id`, and what they hold. */
  readonly keys: readonly (readonly [column: string, type: ColumnType])[]
  /** What is joined to the rows that are found. */
  readonly joins?: string
  /** Whether the rows are locked, in the order of their keys. */
  readonly locks?: boolean
}

/** Makes statements that have something done for each of these rows; none for no rows. */
export type ForRows<Row> = (rows: readonly Row[]) => SqlStatement[]

/** Which of a table's columns are given as keys, and which are set. */
export type Columns<Row> = { readonly keys: readonly Column<Row>[]; readonly columns: readonly Column<Row>[] }

/** What the SQL of an engine says in its own way. */
export type Dialect = {
  /** The name of each type, as in `CAST(... AS name)`. */
  readonly types: Readonly<Record<ColumnType, string>>
  /** The statements that create a table with its indexes. */
  create(table: Table): string
  /** Inserts rows; `orElse` is what follows, such as an `ON CONFLICT` clause. */
  insert<Row>(table: string, columns: readonly Column<Row>[], orElse?: string): ForRows<Row>
  /** Sets columns of the rows with these keys. */
  update<Row>(table: string, columns: Columns<Row>): ForRows<Row>
  /** Deletes the rows with these keys. */
  delete<Row>(table: string, keys: readonly Column<Row>[]): ForRows<Row>
  /** Reads the rows with these keys, each of which is a list of values. */
  lookUp(lookUp: LookUp): ForRows<readonly unknown[]>
  /** The time of the database, in milliseconds since the Unix epoch, as an expression. */
  readonly nowMs: string
  /** What a SELECT ends with that locks the rows of an alias, so that no other session changes them meanwhile. */
  lock(alias: string): string
  /** The same, only for rows that no other session has locked; the others are left out. */
  lockFree(alias: string): string
  /** The greater of two values that are not null. */
  greatest(one: string, other: string): string
  /** The rows of a select of one column, `value`, as something to join that may refer to what stands before it. */
  each(select: string, as: string): string
  /** The objects of a JSON array, in the same way. */
  eachObject(json: string, as: string): string
  /** A member of each object that is a text, and whether one that is a boolean is true. */
  member(as: string, name: string): string
  isTrue(as: string, name: string): string
  /** At most one row of a table, joined by a condition on its alias, which may refer to what stands before it. */
  joinOne(table: string, as: string, on: string): string
  /** The same, without what it finds no row for. The rows that stand before are looked up in their order. */
  joinFound(table: string, as: string, on: string): string
  /** All rows that it finds, looked up for each row that stands before. */
  joinEach(table: string, as: string, on: string): string
}
