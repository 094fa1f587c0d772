import type { SqlStatement } from './sqlStatement.ts'
import type { Column, ColumnType, Table } from './table.ts'

/** Reads the rows with given keys. */
export type LookUp = {
  readonly name: string
  /** The selected columns. */
  readonly columns: string
  /** The table and its alias, such as `balances b`. */
  readonly from: string
  /** The key columns, such as `b.account_id`, and their types. */
  readonly keys: readonly (readonly [column: string, type: ColumnType])[]
  /** The joins to the rows. */
  readonly joins?: string
  /** Whether the rows are locked, in the order of their keys. */
  readonly locks?: boolean
}

/** Makes statements that act on each of these rows; none for no rows. */
export type ForRows<Row> = (rows: readonly Row[]) => SqlStatement[]

/** The columns of a table that are keys, and the columns that are set. */
export type Columns<Row> = { readonly keys: readonly Column<Row>[]; readonly columns: readonly Column<Row>[] }

/** The parts of SQL in which engines differ. */
export type Dialect = {
  /** The name of each type, as in `CAST(... AS name)`. */
  readonly types: Readonly<Record<ColumnType, string>>
  /** The statements that create a table with its indexes. */
  create(table: Table): string
  /** Inserts rows. `orElse` is the end of the statement, such as an `ON CONFLICT` clause. */
  insert<Row>(table: string, columns: readonly Column<Row>[], orElse?: string): ForRows<Row>
  /** Sets columns of the rows with these keys. */
  update<Row>(table: string, columns: Columns<Row>): ForRows<Row>
  /** Deletes the rows with these keys. */
  delete<Row>(table: string, keys: readonly Column<Row>[]): ForRows<Row>
  /** Reads the rows with these keys, each a list of values. */
  lookUp(lookUp: LookUp): ForRows<readonly unknown[]>
  /** The time of the database, in milliseconds since the Unix epoch, as an expression. */
  readonly nowMs: string
  /** The end of a SELECT that locks the rows of an alias, so that no other session changes them meanwhile. */
  lock(alias: string): string
  /** The same, only for rows that no other session has locked. The others are left out. */
  lockFree(alias: string): string
  /** The greater of two values that are not null. */
  greatest(one: string, other: string): string
  /** The rows of a select of one column, `value`, as a join that may refer to the tables before it. */
  each(select: string, as: string): string
  /** The objects of a JSON array, in the same way. */
  eachObject(json: string, as: string): string
  /** The whole numbers of a JSON array as rows of one column, `value`, in a sub-select that refers to outer tables. */
  eachNumber(json: string, as: string): string
  /** Whether a text contains another. */
  includes(text: string, part: string): string
  /** A member of each object that is a text, and whether a boolean member is true. */
  member(as: string, name: string): string
  isTrue(as: string, name: string): string
  /**
   * At most one row of a table, joined by a condition on its alias. The condition may refer to the tables before it.
   */
  joinOne(table: string, as: string, on: string): string
  /** The same, without rows that have no match. The rows before it are looked up in their order. */
  joinFound(table: string, as: string, on: string): string
  /** All matching rows, looked up for each row before it. */
  joinEach(table: string, as: string, on: string): string
}
