import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import {
  type Bucket,
  type Confirmed,
  type EntryNote,
  isException,
  type Reconciliations,
  type Run,
  type StandingEntry,
} from '../ports/operators/reconciliations.ts'
import { unknownRun } from './entries.ts'
import { foundEntry } from './foundEntry.ts'

/** For how long back money is counted as confirmed or not, in milliseconds: 30 days. */
export const confirmedForMs = 30 * 24 * 3_600_000

/** The function that {@link listReconciliations} returns. */
export type ListReconciliations = (request: {
  readonly limit: number
}) => Promise<{ readonly runs: readonly Run[]; readonly confirmed: readonly Confirmed[] }>

/** The latest comparisons with networks' files, and how much of the last 30 days' money they confirm. */
export function listReconciliations({
  reconciliations,
  clock,
}: {
  readonly reconciliations: Pick<Reconciliations, 'runs' | 'confirmed'>
  readonly clock: Clock
}): ListReconciliations {
  return async ({ limit }) => ({
    runs: await reconciliations.runs({ limit }),
    confirmed: await reconciliations.confirmed({ fromMs: clock.nowMs() - confirmedForMs }),
  })
}

/** The function that {@link findReconciliation} returns. */
export type FindReconciliation = (request: {
  readonly runId: string
  readonly buckets?: readonly Bucket[]
  /** Only entries that are not resolved. */
  readonly open?: true
  readonly after?: number
  readonly limit: number
}) => Promise<FoundReconciliation | OperatorRefusal>

/** A comparison and some of its entries; `next` is the number to continue after, and null at the end. */
export type FoundReconciliation = {
  readonly run: Run
  readonly entries: readonly StandingEntry[]
  readonly next: number | null
}

/** A comparison that has ended, with entries of it. Refused with `unknown_reconciliation`. */
export function findReconciliation({
  reconciliations,
}: {
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries'>
}): FindReconciliation {
  return async ({ limit, ...query }) => {
    const run = await reconciliations.run(query.runId)
    if (!run?.ended) return unknownRun(query.runId)
    const found = await reconciliations.entries({ ...query, limit: limit + 1 })
    const entries = found.slice(0, limit)
    return { run, entries, next: found.length > limit ? (entries.at(-1)?.item ?? null) : null }
  }
}

/** The function that {@link findEntry} returns. */
export type FindEntry = (request: {
  readonly runId: string
  readonly item: number
}) => Promise<
  { readonly run: Run; readonly entry: StandingEntry; readonly notes: readonly EntryNote[] } | OperatorRefusal
>

/** An entry with all that was decided about it. Refused with `unknown_reconciliation` and `no_such_entries`. */
export function findEntry({
  reconciliations,
}: {
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'notes'>
}): FindEntry {
  return async ({ runId, item }) => {
    const found = await foundEntry(reconciliations, { runId, item })
    return 'refused' in found ? found : { ...found, notes: await reconciliations.notes({ runId, item }) }
  }
}

/** How many entries of a comparison a person has to look at, or had to. */
export function exceptionsOf({ ended }: Run): number {
  const totals = [...(ended?.totals ?? []), ...(ended?.absent ?? [])]
  return totals.filter(({ bucket }) => isException(bucket)).reduce((sum, { rows }) => sum + rows, 0)
}
