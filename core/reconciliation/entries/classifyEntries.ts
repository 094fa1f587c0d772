import { refuseAttribution } from '../../actions/attribution.ts'
import { withoutOthers } from '../../actions/meanwhile.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { Actions } from '../../ports/operators/actions.ts'
import type { Reconciliations, StandingEntry } from '../../ports/operators/reconciliations.ts'
import { readingOnce } from '../rows/alikeRows.ts'
import { chosenIn, type EntryChoice, givenIn, totalsOf } from './chosen.ts'
import { type Classification, type ClassifyEntryPorts, classifyEntry, movesMoney } from './classifyEntry.ts'
import { acting, type EntriesDecided, type EntryDecision, noteOf } from './entries.ts'

/** The kind of all open rows of the bucket `not_ours` that fit a choice. */
export type ClassificationOfMany = Omit<EntryChoice, 'buckets'> & Pick<Classification, 'as' | 'product'>

/** The ports for classifying many rows. */
export type ClassifyEntriesPorts = ClassifyEntryPorts & {
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'alike' | 'note'>
  readonly actions: Pick<Actions, 'list' | 'write'>
}

/** The function that {@link classifyEntries} returns. */
export type ClassifyEntries = (
  request: ClassificationOfMany & Omit<EntryDecision, keyof EntryChoice>,
) => Promise<EntriesDecided | OperatorRefusal>

/** The rows that a choice may classify. */
export function unclassified(request: ClassificationOfMany): EntryChoice {
  return { ...givenIn(request), buckets: ['not_ours'] }
}

/**
 * Classifies all open rows that fit a choice. Rows that become movements are classified one by one, as by
 * `classifyEntry`; an entry that this refuses stays open. All others are classified in one step. A decision that another
 * person has approved ends its proposal first, so that it can't be rejected while money is recorded. Refused like
 * `assignEntries`.
 */
export function classifyEntries(ports: ClassifyEntriesPorts): ClassifyEntries {
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const chosen = await chosenIn(ports.reconciliations, unclassified(request))
    if ('refused' in chosen) return chosen
    if (!isExplanation(`${request.as}: ${request.because}`)) return malformedExplanation
    return movesMoney(request.as) ? moveEach(ports, chosen, request) : noteAll(ports, request)
  }
}

type Request = Parameters<ClassifyEntries>[0]

async function moveEach(
  ports: ClassifyEntriesPorts,
  { run, entries }: Exclude<Awaited<ReturnType<typeof chosenIn>>, OperatorRefusal>,
  request: Request,
): Promise<EntriesDecided> {
  const { runId, as, product, by, because, approval } = request
  if (approval) await ports.actions.write(acting(ports, request, { kind: 'reconcile.classify', entries, as }))
  const classify = classifyEntry(readingOnce(ports))
  const each = { by, because, ...(approval && { approval: { proposal: null, by: approval.by } }) }
  const done: StandingEntry[] = []
  const left: { item: number; because: string }[] = []
  for (const entry of entries) {
    const { item } = entry
    const classified = await classify({ runId, item, as, ...(product && { product }), ...each })
    if (isRefusal(classified)) left.push({ item, because: classified.message })
    else done.push(entry)
  }
  return { run, entries: done.length, totals: totalsOf(done), payments: [], left }
}

function noteAll(ports: ClassifyEntriesPorts, request: Request): Promise<EntriesDecided | OperatorRefusal> {
  const { reconciliations, clock } = ports
  const { as } = request
  return withoutOthers(ports, async (lastAction) => {
    const chosen = await chosenIn(reconciliations, unclassified(request))
    if ('refused' in chosen) return chosen
    const { run, entries } = chosen
    const decision = { ...request, because: `${as}: ${request.because}` }
    const notes = entries.map((entry) => noteOf(entry, decision, { kind: 'resolved', owner: null }, clock))
    const action = acting({ ...ports, lastAction }, request, { kind: 'reconcile.classify', entries, as })
    await reconciliations.note(notes, action)
    return { run, entries: entries.length, totals: totalsOf(entries), payments: [], left: [] }
  })
}
