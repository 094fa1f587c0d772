import type { BooksPoint } from '../../../core/sente.ts'
import type { Server } from '../client/server.ts'

/** What a node knows to be committed, and where. */
export type Mark = {
  /** The server that was the primary last; null while there was none that can tell who it is. */
  readonly server: Pick<Server, 'system' | 'timeline'> | null
  /** Batches that were acknowledged. All others were committed before one of these, on the same server. */
  readonly batches: readonly string[]
  /** The latest transaction that was opened; null while there was none. */
  readonly transaction: BooksPoint | null
}

/** The mark of a node that has not used the database. */
export const noMark: Mark = { server: null, batches: [], transaction: null }

/** A batch that was acknowledged, with the latest transaction that it has opened. */
export type Batch = { readonly id: string; readonly opened?: BooksPoint | undefined }
