import { type Attribution, recording, refuseAttribution } from '../actions/attribution.ts'
import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import { isRefusal } from '../model/refusal.ts'
import type { BucketTotal } from '../ports/operators/reconciliations.ts'
import type { EntryChoice } from './chosen.ts'
import { type ClassificationOfMany, type ClassifyEntriesPorts, classifyEntries } from './classifyEntries.ts'
import { assignEntries, type EntriesDecided, type EntryPorts, resolveEntries } from './entries.ts'

/** One decision of a file, about all of its lines that are decided alike, with their reason. */
export type FileDecision = { readonly because: string } & (
  | { readonly kind: 'reconcile.assign'; readonly request: EntryItems & { readonly owner: string } }
  | { readonly kind: 'reconcile.resolve'; readonly request: EntryItems }
  | { readonly kind: 'reconcile.classify'; readonly request: EntryItems & Pick<ClassificationOfMany, 'as'> }
)

/** Entries of one comparison, by their numbers. */
export type EntryItems = Required<Pick<EntryChoice, 'runId' | 'items'>>

/** The decisions in a file, by the name of the file. */
export type DecisionsOfFile = { readonly file: string; readonly decisions: readonly FileDecision[] }

/** The ports for deciding by a file. */
export type DecideEntriesPorts = EntryPorts & ClassifyEntriesPorts

/** The function that {@link decideEntries} returns. */
export type DecideEntries = (
  request: DecisionsOfFile & Attribution & { readonly because: string },
) => Promise<Omit<EntriesDecided, 'run'> | OperatorRefusal>

/**
 * Makes all decisions of a file, each as by `assignEntries`, `resolveEntries` and `classifyEntries`. Its own action comes
 * first, and ends the proposal behind it. Entries that are decided by then are left out, so that a file that is given
 * twice is applied once. An entry that a decision refuses stays open. Refused like an action.
 */
export function decideEntries(ports: DecideEntriesPorts): DecideEntries {
  return async ({ file, decisions, ...who }) => {
    const refusal = refuseAttribution(who)
    if (refusal) return refusal
    const numbers = decisions.reduce((sum, { request }) => sum + request.items.length, 0)
    const done = { kind: 'reconcile.decide', accountId: null, subject: `file ${file}`, before: null } as const
    await ports.actions.write(recording(ports, who)(() => ({ ...done, after: { lines: numbers } })))
    const { by, approval } = who
    const each = { by, ...(approval && { approval: { proposal: null, by: approval.by } }) }
    const found: Omit<EntriesDecided, 'run'>[] = []
    for (const decision of decisions) {
      const made = await decide(ports, decision, each)
      found.push(isRefusal(made) ? allLeft(decision, made) : made)
    }
    return {
      entries: found.reduce((sum, { entries }) => sum + entries, 0),
      totals: addedUp(found.flatMap(({ totals }) => totals)),
      payments: [],
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
  return classifyEntries(ports)({ ...request, ...by })
}

/** A decision that was refused as a whole; one without open entries has been made before. */
function allLeft({ request: { items } }: FileDecision, { refused, message }: OperatorRefusal) {
  const left = refused === 'no_such_entries' ? [] : items.map((item) => ({ item, because: message }))
  return { entries: 0, totals: [], payments: [], left }
}

/** Totals of several decisions, added up by bucket and currency. */
function addedUp(totals: readonly BucketTotal[]): readonly BucketTotal[] {
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
