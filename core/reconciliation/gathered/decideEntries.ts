import { type Attribution, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { BucketTotal } from '../../ports/operators/reconciliations.ts'
import type { EntryChoice } from '../entries/chosen.ts'
import { type ClassificationOfMany, type ClassifyEntriesPorts, classifyEntries } from '../entries/classifyEntries.ts'
import { assignEntries, type EntriesDecided, type EntryPorts, resolveEntries } from '../entries/entries.ts'
import { type ForgottenPayments, type RecordEntriesPorts, recordEntries } from '../recording/recordEntries.ts'

/** One decision of a file or a rule, about all entries of a comparison that are decided alike, with their reason. */
export type FileDecision = { readonly because: string } & (
  | { readonly kind: 'reconcile.assign'; readonly request: EntryItems & { readonly owner: string } }
  | { readonly kind: 'reconcile.resolve'; readonly request: EntryItems }
  | { readonly kind: 'reconcile.classify'; readonly request: EntryItems & Pick<ClassificationOfMany, 'as'> }
  | {
      readonly kind: 'reconcile.record'
      readonly request: EntryItems & Pick<ForgottenPayments, 'accountId' | 'references'>
    }
)

/** Entries of one comparison, by their numbers. */
export type EntryItems = Required<Pick<EntryChoice, 'runId' | 'items'>>

/** The decisions in a file, or those of rules. */
export type GatheredDecisions = {
  /** The name of the file, or the names of the rules. */
  readonly source: { readonly file: string } | { readonly rules: readonly string[] }
  readonly decisions: readonly FileDecision[]
}

/** The ports for deciding by a file or rules. */
export type DecideEntriesPorts = EntryPorts & ClassifyEntriesPorts & RecordEntriesPorts

/** The result of gathered decisions, which may be about several comparisons. */
export type GatheredResult = Pick<EntriesDecided, 'entries' | 'totals' | 'payments'> & {
  readonly left: readonly (EntriesDecided['left'][number] & { readonly runId: string })[]
}

/** The function that {@link decideEntries} returns. */
export type DecideEntries = (
  request: GatheredDecisions & Attribution & { readonly because: string },
) => Promise<GatheredResult | OperatorRefusal>

/**
 * Makes all decisions of a file or of rules, each as by `assignEntries`, `resolveEntries`, `classifyEntries` and
 * `recordEntries`. Their own action comes first, and ends the proposal behind it. Entries that are decided by then are
 * left out, so that a file that is given twice is applied once. An entry that a decision refuses stays open. Refused
 * like an action.
 */
export function decideEntries(ports: DecideEntriesPorts): DecideEntries {
  return async ({ source, decisions, ...who }) => {
    const refusal = refuseAttribution(who)
    if (refusal) return refusal
    const numbers = decisions.reduce((sum, { request }) => sum + request.items.length, 0)
    const subject = 'file' in source ? `file ${source.file}` : `rules ${source.rules.join(', ')}`
    const done = { kind: 'reconcile.decide', accountId: null, subject, before: null } as const
    await ports.actions.write(recording(ports, who)(() => ({ ...done, after: { lines: numbers } })))
    const { by, approval } = who
    const each = { by, ...(approval && { approval: { proposal: null, by: approval.by } }) }
    const found: GatheredResult[] = []
    for (const decision of decisions) {
      const made = await decide(ports, decision, each)
      const { runId } = decision.request
      const result = isRefusal(made) ? allLeft(decision, made) : made
      found.push({ ...result, left: result.left.map((one) => ({ ...one, runId })) })
    }
    return {
      entries: found.reduce((sum, { entries }) => sum + entries, 0),
      totals: addedUp(found.flatMap(({ totals }) => totals)),
      payments: found.flatMap(({ payments }) => payments),
      left: found.flatMap(({ left }) => left),
    }
  }
}

function decide(
  ports: DecideEntriesPorts,
  { kind, request, because }: FileDecision,
  who: Omit<Attribution, 'because'>,
): Promise<EntriesDecided | OperatorRefusal> {
  const by = { ...who, because }
  if (kind === 'reconcile.assign') return assignEntries(ports)({ ...request, ...by })
  if (kind === 'reconcile.resolve') return resolveEntries(ports)({ ...request, ...by, endPayments: false })
  if (kind === 'reconcile.record') return recordEntries(ports)({ ...request, ...by })
  return classifyEntries(ports)({ ...request, ...by })
}

/** A decision that was refused as a whole; one without open entries has been made before. */
function allLeft({ request: { items } }: FileDecision, { refused, message }: OperatorRefusal) {
  const left = refused === 'no_such_entries' ? [] : items.map((item) => ({ item, because: message }))
  return { entries: 0, totals: [], payments: [], left }
}

/** Totals of several decisions, added up by bucket and currency. */
export function addedUp(totals: readonly BucketTotal[]): readonly BucketTotal[] {
  const sums = new Map<string, BucketTotal>()
  for (const one of totals) {
    const key = `${one.bucket} ${one.currency}`
    const before = sums.get(key)
    sums.set(key, before ? sumOf(before, one) : one)
  }
  return [...sums.values()]
}

function sumOf(one: BucketTotal, other: BucketTotal): BucketTotal {
  return {
    ...one,
    rows: one.rows + other.rows,
    inMinor: one.inMinor + other.inMinor,
    outMinor: one.outMinor + other.outMinor,
    betweenMinor: one.betweenMinor + other.betweenMinor,
  }
}
