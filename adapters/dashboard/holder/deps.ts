import type { AskedLine, Clock, EndpointTools, Ids, Market, NextTurn, UseCases } from '../../../core/sente.ts'
import type { BatchFile } from '../../written/batches/batchFile.ts'

/** The dependencies of the pages for account holders. */
export type HolderDeps = UseCases & {
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
  readonly ids: Pick<Ids, 'ordered'>
  /** The lines of a batch in a file, read like the API. */
  readonly linesInFile: (
    file: BatchFile,
    how: { readonly market: Market; readonly nextTurn: NextTurn },
  ) => Promise<readonly AskedLine[]>
  /** A random text, for a name that a form suggests. */
  readonly newReference: () => string
  /** Receives errors that occur after a refund was opened. */
  readonly onBreakage: (error: unknown) => void
  /** The tools for webhook endpoints; undefined if the gateway sends none. */
  readonly webhooks: EndpointTools | undefined
}
