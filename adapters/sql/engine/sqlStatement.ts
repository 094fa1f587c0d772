import type { BooksPoint } from '../../../core/sente.ts'

/** A statement. A connection prepares one with a name once. */
export type SqlStatement = {
  readonly name?: string
  /** With `$1`, `$2` and so on in the places of its values. */
  readonly text: string
  readonly values?: readonly unknown[]
  /**
   * Instead of values: the statement runs once with each of these, in an engine whose dialect makes such statements.
   */
  readonly each?: readonly (readonly unknown[])[]
}

/** Sends a statement and resolves with its rows. Their whole numbers are bigints, and the data is durable by then. */
export type Ask = <Row>(statement: SqlStatement) => Promise<Row[]>

/** The decision of a transaction: its value and its writes, all or nothing. */
export type Decision<T> = {
  readonly value: T
  readonly writes: readonly SqlStatement[]
  /** The latest payment that it opens. */
  readonly opened?: BooksPoint | undefined
}

/** A transaction: it reads, and locks, then decides at once, and writes. */
export type Writing<T> = {
  /** Sent together, one after the other. Each sees the rows committed before it began. */
  readonly reads: readonly SqlStatement[]
  /**
   * Called with the rows of each read, and with the engine's time of the decision, in milliseconds since the Unix
   * epoch. It may be called again, with other rows, if the transaction must be repeated.
   */
  decide(rows: readonly (readonly unknown[])[], nowMs: number): Decision<T>
  /** The account of each step that it runs. It changes only their rows. Without it, it may change any. */
  readonly accounts?: readonly string[]
}

/** Runs a transaction. Resolves with its value once that is durable. */
export type Write = <T>(writing: Writing<T>) => Promise<T>

/**
 * The clock by which shared state is judged: the database's, or the caller's where one process serves, and in tests.
 */
export type StoreClock = 'database' | 'caller'
