import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { FoundEntry, Reconciliations } from '../ports/operators/reconciliations.ts'
import { unknownRun } from './entries.ts'

/** Finds an entry of a run that has ended. Refused with `unknown_reconciliation` and `no_such_entries`. */
export async function foundEntry(
  reconciliations: Pick<Reconciliations, 'run' | 'entries'>,
  { runId, item }: { readonly runId: string; readonly item: number },
): Promise<FoundEntry | OperatorRefusal> {
  const run = await reconciliations.run(runId)
  if (!run?.ended) return unknownRun(runId)
  const [entry] = await reconciliations.entries({ runId, after: item - 1, limit: 1 })
  if (entry?.item !== item) return { refused: 'no_such_entries', message: `It has no entry ${item}` }
  return { run, entry }
}

/** Why a row can't become what a person says that it was. */
export function unfit(why: string): OperatorRefusal {
  return { refused: 'row_not_recordable', message: `The row can't be recorded: ${why}` }
}
