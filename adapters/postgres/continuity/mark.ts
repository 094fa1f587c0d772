import type { BooksPoint } from '../../../core/sente.ts'
import type { Server } from '../client/server.ts'

/** The commits that a node knows, and their server. */
export type Mark = {
  /** The last server that was the primary; null while there was none that can identify itself. */
  readonly server: Pick<Server, 'system' | 'timeline'> | null
  /** Acknowledged batches. All others were committed before one of these, on the same server. */
  readonly batches: readonly string[]
  /** The latest transaction that was opened; null while there was none. */
  readonly transaction: BooksPoint | null
}

/** The mark of a node that has not used the database. */
export const noMark: Mark = { server: null, batches: [], transaction: null }

/** An acknowledged batch, with the latest transaction that it has opened. */
export type Batch = { readonly id: string; readonly opened?: BooksPoint | undefined }
