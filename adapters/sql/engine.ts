import type { Dialect } from './dialect.ts'
import type { Ask, StoreClock, Write } from './sqlStatement.ts'

/** What the books are kept with: SQLite or PostgreSQL. */
export type Engine = {
  readonly dialect: Dialect
  readonly ask: Ask
  readonly write: Write
  readonly clock: StoreClock
}
