import type { Books } from '../books/books.ts'
import type { Acting } from '../operators/actions.ts'
import type { StoreContents, StoreCounts } from './contents.ts'
import type { Purpose } from './opening.ts'

/** A database whose books move out; until it is closed nothing else serves it or writes to it. */
export type MoveOut = {
  /** What names it in every run of the move, wherever it is run. */
  readonly name: string
  /** Where an earlier run has moved it to already, if it had come so far. */
  readonly moved: Moved | undefined
  readonly contents: StoreContents
  readonly counts: StoreCounts
  /** For an audit. */
  readonly snapshot: Books['snapshot']
  /** Marks it as moved, durably, so that it is never opened again. */
  markMoved(moved: Moved): void
  /** Gives it back; unless it was marked, it is as it was. */
  close(): void
}

/** Where the books of a database have gone, and by which move. */
export type Moved = { readonly id: string; readonly to: string; readonly atMs: number }

/** The database that takes the books, and where they come from. */
export type MoveSource = {
  /** The path of the database that takes them, as it follows the scheme of its URL. */
  readonly path: string
  readonly purpose: Purpose
  /** What names the database that they come from, in every run of the move. */
  readonly from: string
  /** The id under which an earlier run has marked that database as moved, if it had come so far. */
  readonly movedAs: string | undefined
}

/** A database that takes books; however often the move is interrupted, no server opens it before they are released. */
export type MoveIn = {
  /** What messages call it. */
  readonly name: string
  /** Identifies the move, in each of its runs. */
  readonly id: string
  /** Whether an earlier run has completed the move. */
  readonly isReleased: boolean
  /** Takes everything; resolves with the number of texts in which something was replaced that it can't keep. */
  take(contents: StoreContents, onRows: OnRows): Promise<number>
  /** Counts what was taken. */
  counts(): Promise<StoreCounts>
  /** For an audit of what was taken. */
  readonly snapshot: Books['snapshot']
  /**
   * Makes what was taken durable, with an action behind those that were taken, and lets servers open it, all at once; a
   * rejection may leave open whether it did.
   */
  release(acting: Acting): Promise<void>
  /** Discards what was not released. */
  close(): Promise<void>
}

/** Told how many more rows have been taken, and of what. */
export type OnRows = (name: keyof StoreContents, rows: number) => void
