import type { Books } from '../books/books.ts'
import type { Acting } from '../operators/actions.ts'
import type { StoreContents, StoreCounts } from './contents.ts'
import type { Purpose } from './opening.ts'

/** A database whose books move out. Until it is closed nothing else serves it or writes to it. */
export type MoveOut = {
  /** Its name in every run of the move, wherever it is run. */
  readonly name: string
  /** The target of an earlier run that has already moved it, if there is one. */
  readonly moved: Moved | undefined
  readonly contents: StoreContents
  readonly counts: StoreCounts
  /** For an audit. */
  readonly snapshot: Books['snapshot']
  /** Marks it as moved, durably, so that it is never opened again. */
  markMoved(moved: Moved): void
  /** Gives it back, unchanged unless it was marked. */
  close(): void
}

/** The new place of a database's books, and the id of the move. */
export type Moved = { readonly id: string; readonly to: string; readonly atMs: number }

/** The database that receives the books, and their source. */
export type MoveSource = {
  /** The path of the receiving database: its URL without the scheme. */
  readonly path: string
  readonly purpose: Purpose
  /** The name of the source database in every run of the move. */
  readonly from: string
  /** The id in the source's mark as moved, if an earlier run has come so far as to mark it. */
  readonly movedAs: string | undefined
}

/**
 * A database that receives books. However often the move is interrupted, no server opens it before they are released.
 */
export type MoveIn = {
  /** Its name in messages. */
  readonly name: string
  /** Identifies the move, in each of its runs. */
  readonly id: string
  /** Whether an earlier run has completed the move. */
  readonly isReleased: boolean
  /** Copies everything. Replaces characters that it can't store; resolves with the number of changed texts. */
  take(contents: StoreContents, onRows: OnRows): Promise<number>
  /** Counts the copied rows. */
  counts(): Promise<StoreCounts>
  /** For an audit of the copy. */
  readonly snapshot: Books['snapshot']
  /**
   * Makes the copy durable, with an action after the copied ones, and lets servers open it, all at once. A rejection
   * may leave open whether it did.
   */
  release(acting: Acting): Promise<void>
  /** Discards an unreleased copy. */
  close(): Promise<void>
}

/** Called with the number of further copied rows, and their kind. */
export type OnRows = (name: keyof StoreContents, rows: number) => void

/** Books that were moved into another database by other means, such as a dump. */
export type HomeMove = {
  /** The path of their new database: its URL without the scheme. */
  readonly path: string
  readonly purpose: Purpose
  /** The path of the old one, which is closed; undefined if it is off for good, so that the books are quarantined. */
  readonly from: string | undefined
  readonly atMs: number
  /** The explanation of such a quarantine. */
  readonly explanation: string
  /** Gets the name of the new database and the one of the old. */
  readonly acting: Acting<[to: string, from: string]>
}

/** The outcome of a {@link HomeMove}. */
export type MovedHome = {
  /** The names of both databases. */
  readonly from: string
  readonly to: string
  /** Whether the books were already served from this database, so that nothing was changed. */
  readonly already: boolean
  readonly isQuarantined: boolean
}
