import type { Dialect } from './dialect.ts'
import type { Ask, StoreClock, Write } from './sqlStatement.ts'

/** What the books are kept with: SQLite or PostgreSQL. */
export type Engine = {
  readonly dialect: Dialect
  readonly ask: Ask
  readonly write: Write
  readonly clock: StoreClock
  /**
   * Makes a look-up that remembers what it found until anything has changed, except by steps, which write no account.
   * Only an engine has it that can tell so for less than the look-up costs.
   */
  remembering?<Found extends object>(lookUp: LookUpOne<Found>): LookUpOne<Found>
  /**
   * Reads a piece of what takes long, one at a time, and leaves as much time to everything else. Only an engine has it
   * whose reads hold up the process.
   */
  readonly inPieces?: InPieces
}

/** Reads one piece. */
export type InPieces = <Read>(read: () => Promise<Read>) => Promise<Read>

/** Looks up what has a key. */
export type LookUpOne<Found> = (key: string) => Promise<Found | undefined>
