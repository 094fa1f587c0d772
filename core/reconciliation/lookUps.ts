import { type Market, networkNames } from '../model/market.ts'
import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { Clock } from '../ports/clock.ts'
import {
  type Bucket,
  type Confirmed,
  type EntryNote,
  type ExceptionQuery,
  type FoundEntry,
  isException,
  type Reconciliations,
  type Run,
  type StandingEntry,
} from '../ports/operators/reconciliations.ts'
import { foundEntry, unknownRun } from './entries/foundEntry.ts'

/** The period for which money counts as confirmed or not, in milliseconds: 30 days. */
export const confirmedForMs = 30 * 24 * 3_600_000

/** The function that {@link listReconciliations} returns. */
export type ListReconciliations = (request: {
  readonly limit: number
}) => Promise<{ readonly runs: readonly Run[]; readonly confirmed: readonly Confirmed[] }>

/** The latest comparisons with networks' files, and the share of the last 30 days' money that they confirm. */
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
  /** Only unresolved entries. */
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

/** An ended comparison, with entries of it. Refused with `unknown_reconciliation`. */
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

/** An entry with all decisions about it. Refused with `unknown_reconciliation` and `no_such_entries`. */
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

/** An exception, with our own payment, if there is one. */
export type FoundException = FoundEntry & { readonly transaction: Transaction | undefined }

/** Exceptions, and the place to continue after; null at the end. */
export type ExceptionPage = {
  readonly found: readonly FoundException[]
  readonly next: { readonly runId: string; readonly item: number } | null
}

/** The function that {@link listExceptions} returns. */
export type ListExceptions = (query: ExceptionQuery) => Promise<ExceptionPage>

/** The exceptions of comparisons, open or resolved, with both sides: the network's row and our payment. */
export function listExceptions({
  books,
  reconciliations,
}: {
  readonly books: Pick<Books, 'transaction'>
  readonly reconciliations: Pick<Reconciliations, 'findExceptions'>
}): ListExceptions {
  return async ({ limit, ...query }) => {
    const all = await reconciliations.findExceptions({ ...query, limit: limit + 1 })
    const found = await Promise.all(
      all.slice(0, limit).map(async ({ run, entry }) => {
        const id = entry.transactionId ?? entry.resolved?.transactionId
        return { run, entry, transaction: id ? await books.transaction(id) : undefined }
      }),
    )
    const last = all.length > limit ? found.at(-1) : undefined
    return { found, next: last ? { runId: last.run.id, item: last.entry.item } : null }
  }
}

/** The function that {@link findOwners} returns. */
export type FindOwners = (transactionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The owners of open exceptions about payments, by the payments' ids. */
export function findOwners({
  reconciliations,
}: {
  readonly reconciliations: Pick<Reconciliations, 'about'>
}): FindOwners {
  return async (transactionIds) => {
    const owners = await Promise.all(
      transactionIds.map(async (id) => {
        const open = (await reconciliations.about(id)).filter(({ entry }) => entry.resolved === null)
        const owner = open.findLast(({ entry }) => entry.owner !== null)?.entry.owner
        return owner ? [[id, owner] as const] : []
      }),
    )
    return new Map(owners.flat())
  }
}

/** The last ended comparison with a file of a network, and its totals. */
export type LastComparison = {
  readonly network: string
  /** Null if none of the latest was of this network. */
  readonly run: Run | null
  readonly matched: number
  readonly exceptions: number
}

/** The function that {@link findLastComparisons} returns. */
export type FindLastComparisons = () => Promise<readonly LastComparison[]>

/** How many of the latest comparisons are searched for the last one of each network. */
const latestComparisons = 100

/** Finds the last comparison of each network among the latest 100. */
export function findLastComparisons({
  reconciliations,
  market,
}: {
  readonly reconciliations: Pick<Reconciliations, 'runs'>
  readonly market: Market
}): FindLastComparisons {
  return async () => {
    const runs = (await reconciliations.runs({ limit: latestComparisons })).filter(
      ({ ended, withdrawn }) => ended && !withdrawn,
    )
    const names = new Set([...networkNames(market), ...runs.map(({ network }) => network)])
    return [...names].map((network) => {
      const run = runs.find((one) => one.network === network) ?? null
      return { network, run, matched: run ? matchedIn(run) : 0, exceptions: run ? exceptionsOf(run) : 0 }
    })
  }
}

function matchedIn({ ended }: Run): number {
  return (ended?.totals ?? []).reduce((sum, { bucket, rows }) => sum + (bucket === 'matched' ? rows : 0), 0)
}

/** The number of a comparison's exceptions, open or resolved. */
export function exceptionsOf({ ended }: Run): number {
  const totals = [...(ended?.totals ?? []), ...(ended?.absent ?? [])]
  return totals.filter(({ bucket }) => isException(bucket)).reduce((sum, { rows }) => sum + rows, 0)
}
