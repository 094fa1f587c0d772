import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Bucket, FoundEntry, Reconciliations, Run, StandingEntry } from '../../ports/operators/reconciliations.ts'

/** Refuses a run that does not exist, or has not ended. */
export function unknownRun(id: string): OperatorRefusal {
  return { refused: 'unknown_reconciliation', message: `There is no reconciliation ${id} that has ended` }
}

/** Refuses a decision about a withdrawn run. */
export function withdrawnRun({ id, withdrawn }: Run): OperatorRefusal {
  const why = withdrawn ? `by ${withdrawn.by}: ${withdrawn.because}` : ''
  return { refused: 'reconciliation_withdrawn', message: `Reconciliation ${id} was withdrawn ${why}` }
}

/** All unresolved entries of a run in some buckets. */
export async function allOpen(
  reconciliations: Pick<Reconciliations, 'entries'>,
  query: { readonly runId: string; readonly buckets: readonly Bucket[] },
): Promise<readonly StandingEntry[]> {
  const found: StandingEntry[] = []
  for (;;) {
    const after = found.at(-1)?.item ?? 0
    const some = await reconciliations.entries({ ...query, open: true, after, limit: 1_000 })
    found.push(...some)
    if (some.length < 1_000) return found
  }
}

/** Finds an entry of an ended run. Refused with `unknown_reconciliation` and `no_such_entries`. */
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

/** Finds an entry for a decision. Refused like {@link foundEntry}, and with `reconciliation_withdrawn`. */
export async function standingEntry(...asked: Parameters<typeof foundEntry>): ReturnType<typeof foundEntry> {
  const found = await foundEntry(...asked)
  return 'refused' in found || found.run.withdrawn === null ? found : withdrawnRun(found.run)
}

/** The reason why a row can't become the record that a person has named. */
export function unfit(why: string): OperatorRefusal {
  return { refused: 'row_not_recordable', message: `The row can't be recorded: ${why}` }
}
