import type { Books, StoreContents, StoreCounts } from '../../core/sente.ts'
import type { Purpose } from './store.ts'

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
  /** Marks it as moved for good, durably, so that it is never opened again. */
  markMoved(moved: Moved): void
  close(): void
}

/** Where the books of a database have gone, and by which move. */
type Moved = { readonly id: string; readonly to: string; readonly atMs: number }

/** The database that takes the books: its path, and where they come from. */
export type MoveSource = {
  readonly path: string
  readonly purpose: Purpose
  readonly from: string
  /** The id under which an earlier run has marked that one as moved, if it had come so far. */
  readonly movedAs: string | undefined
}

/** A database that takes books; no server opens it before they are released, all at once. */
export type MoveIn = {
  readonly name: string
  /** Identifies the move, in each of its runs. */
  readonly id: string
  /** Whether an earlier run has completed the move. */
  readonly isReleased: boolean
  /** Takes everything; resolves with the number of texts in which something was replaced that it can't keep. */
  take(contents: StoreContents, onRows: (name: keyof StoreContents, rows: number) => void): Promise<number>
  counts(): Promise<StoreCounts>
  /** For an audit. */
  readonly snapshot: Books['snapshot']
  /** Makes what was taken durable and lets servers open it. */
  release(): Promise<void>
  close(): Promise<void>
}
