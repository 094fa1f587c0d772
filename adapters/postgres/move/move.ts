import type { Books, StoreContents, StoreCounts } from '../../../core/sente.ts'
import type { Purpose } from '../schema/purpose.ts'

/** Told how many more rows have been taken, and of what. */
export type OnRows = (name: keyof StoreContents, rows: number) => void

/** Where books come from. */
export type MoveSource = {
  /** The path of the database that takes them, as it follows the scheme of its URL. */
  readonly path: string
  readonly purpose: Purpose
  /** What names the database that they come from, in every run of the move. */
  readonly from: string
  /** The id under which an earlier run has marked that database as moved, if it had come so far. */
  readonly movedAs: string | undefined
}

/**
 * A database that takes the books of another store. All of them are in one transaction, so that nobody sees a part of
 * them; and from the beginning to the end of the move, however often it is interrupted, no node opens the database.
 */
export type MoveIn = {
  /** What messages call the database. */
  readonly name: string
  /** Identifies the move, in each of its runs. */
  readonly id: string
  /** Whether an earlier run has completed the move. */
  readonly isReleased: boolean
  /** Takes everything; resolves with the number of texts in which something was replaced that it can't keep. */
  take(contents: StoreContents, onRows: OnRows): Promise<number>
  /** Counts what was taken. */
  counts(): Promise<StoreCounts>
  /** Reads what was taken. */
  readonly snapshot: Books['snapshot']
  /** Makes what was taken durable, and lets nodes open the database; rejects with `OutcomeUnknown`. */
  release(): Promise<void>
  /** Gives up whatever was not released. */
  close(): Promise<void>
}
