import { type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import { isRefusal } from '../model/refusal.ts'
import type { Actions } from '../ports/operators/actions.ts'
import type { Reconciliations, StandingEntry } from '../ports/operators/reconciliations.ts'
import { chosenIn, type EntryChoice, totalsOf } from './chosen.ts'
import { type Classification, type ClassifyEntryPorts, classifyEntry } from './classifyEntry.ts'
import type { EntriesDecided, EntryDecision } from './entries.ts'

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
export function unclassified({ runId, items, direction, why }: ClassificationOfMany): EntryChoice {
  const given = { ...(items && { items }), ...(direction && { direction }), ...(why !== undefined && { why }) }
  return { runId, ...given, buckets: ['not_ours'] }
}

/**
 * Classifies all open rows that fit a choice, each as by `classifyEntry`; an entry that this refuses stays open. A
 * decision that another person has approved ends its proposal first, so that it can't be rejected while money is
 * recorded. Refused like `assignEntries`.
 */
export function classifyEntries(ports: ClassifyEntriesPorts): ClassifyEntries {
  const classify = classifyEntry(ports)
  return async ({ by, because, approval, ...request }) => {
    const who = { by, because, approval }
    const chosen = refuseAttribution(who) ?? (await chosenIn(ports.reconciliations, unclassified(request)))
    if ('refused' in chosen) return chosen
    if (!isExplanation(`${request.as}: ${because}`)) return malformedExplanation
    const { run, entries } = chosen
    if (approval) await ports.actions.write(recording(ports, who)(() => approved(request, entries)))
    const each = { ...who, ...(approval && { approval: { proposal: null, by: approval.by } }) }
    const { runId, as, product } = request
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
}

/** The action that ends the proposal; each row has one of its own, too. */
function approved({ runId, as }: ClassificationOfMany, entries: readonly StandingEntry[]): Done {
  const after = { entries: entries.length, as }
  return { kind: 'reconcile.classify', accountId: null, subject: `reconciliation ${runId}`, before: null, after }
}
