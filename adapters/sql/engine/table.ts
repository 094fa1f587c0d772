/** The contents of a column. Whole numbers have eight bytes. A question mark means that it may be null. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'json'

/** A column: its name, its type, its value in a record, and a constraint beside that of its type. */
export type Column<Record> = readonly [
  name: string,
  type: ColumnType | `${ColumnType}?`,
  value: (record: Record) => unknown,
  constraint?: string,
]

/**
 * The fate of a table's rows when books move into another database. They are `copied`; `derived` there from copied
 * rows, by the move or by the nodes; or `left`, since their subject ends with the move.
 */
export type Moves = 'copied' | 'derived' | 'left'

/** A table. */
export type Table = {
  readonly name: string
  readonly moves: Moves
  // biome-ignore lint/suspicious/noExplicitAny: only the code that writes them must know the type of its records
  readonly columns: readonly Column<any>[]
  /** The columns of its primary key; `arrival` for a table with rows numbered as they arrive, in `sequence`. */
  readonly key: readonly string[] | 'arrival'
  readonly constraints?: readonly string[]
  /**
   * The references of its rows, as foreign keys. Engines check them if this costs payments little. The audit checks
   * them too.
   */
  readonly parents?: readonly string[]
  /** The rest of `CREATE INDEX` or `CREATE UNIQUE INDEX` for each of its indexes. */
  readonly indexes?: readonly string[]
  readonly uniqueIndexes?: readonly string[]
  /**
   * The rows that are never changed or deleted: all, or the rows for which a condition holds on `OLD`, except some
   * columns and one that may be replaced by a pseudonym.
   */
  readonly stays?: 'all' | { readonly when: string; readonly except?: readonly string[]; readonly erasable?: string }
  /** Whether rows are kept in the order of their arrival, rather than in the order of the key. */
  readonly inOrderOfArrival?: boolean
  /** How full its pages are made, in per cent, so that changed rows fit beside; 100 by default. */
  readonly fill?: number
}

/** The type of a column, without whether it may be null. */
export function typeOf([, type]: Column<never>): ColumnType {
  return type.replace('?', '') as ColumnType
}

/** Columns as a select lists them, each under its name in camel case, after a prefix: `t.account_id AS "accountId"`. */
export function selected(columns: readonly Column<never>[], alias: string, prefix = ''): string {
  return columns.map(([name]) => `${alias}.${name} AS "${camelCase(`${prefix}${name}`)}"`).join(', ')
}

/**
 * A condition that a column has one of some values. It is written out, because SQLite builds a table for longer lists.
 */
export function isOneOf(column: string, values: readonly string[]): string {
  return `(${values.map((value) => `${column} = '${value}'`).join(' OR ')})`
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A record as it is stored, with these of its whole numbers as bigints. */
export type Stored<Record, Whole extends keyof Record> = Omit<Record, Whole> & { readonly [Name in Whole]: bigint }

/** A whole number that may be missing. */
export function numberOrNull(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
