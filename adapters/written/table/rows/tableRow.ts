/** How a workbook stores a cell. */
export type StoredAs = 'text' | 'number' | 'date' | 'other'

/** A row of a table: its columns without blanks around them, and the line of the file on which it begins, from 1. */
export type TableRow = {
  readonly line: number
  readonly columns: readonly string[]
  /** Only in a workbook: how it stores each of the columns. */
  readonly stored?: readonly StoredAs[]
}

/** The most columns of a row. */
export const mostColumns = 1_000

/** The error for a file that cannot be read as a table. Its message goes on from the words “the file”. */
export class UnreadTable extends Error {
  override readonly name = 'UnreadTable'
  /** The line of the error, if it is in one line. */
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}
