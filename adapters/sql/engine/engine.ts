import type { Dialect } from './dialect.ts'
import type { Ask, StoreClock, Write } from './sqlStatement.ts'

/** The engine of the books: SQLite or PostgreSQL. */
export type Engine = {
  readonly dialect: Dialect
  readonly ask: Ask
  readonly write: Write
  readonly clock: StoreClock
  /**
   * Makes a look-up that remembers its results until anything has changed, except by steps, which write no account.
   * Only engines that can detect changes for less than the cost of the look-up have it.
   */
  remembering?<Found extends object>(lookUp: LookUpOne<Found>): LookUpOne<Found>
  /**
   * Reads a piece of a long read, one at a time, and leaves as much time to everything else. Only an engine whose reads
   * hold up the process has it.
   */
  readonly inPieces?: InPieces
}

/** Reads one piece. */
export type InPieces = <Read>(read: () => Promise<Read>) => Promise<Read>

/** Looks up the value of a key. */
export type LookUpOne<Found> = (key: string) => Promise<Found | undefined>
