import type { ReconciliationRule, RuleDecision } from '../../ports/operators/reconciliationRules.ts'
import type { Bucket, Run, StandingEntry } from '../../ports/operators/reconciliations.ts'
import type { FileDecision } from './decideEntries.ts'

/** The reason of each decision of a rule. */
export function reasonOf({ name, because }: Pick<ReconciliationRule, 'name' | 'because'>): string {
  return `rule ${name}: ${because}`
}

/** The bucket of the rows that a rule decides. */
export function bucketOf(decision: RuleDecision): Bucket {
  if (decision.kind === 'classify') return 'not_ours'
  return decision.kind === 'record' ? 'missing_here' : decision.bucket
}

/** Whether a rule covers an entry of a comparison. */
export function covers(
  { filter, decision }: Pick<ReconciliationRule, 'filter' | 'decision'>,
  { network }: Pick<Run, 'network'>,
  entry: StandingEntry,
): boolean {
  const { direction, why, amount } = filter
  return (
    filter.network === network &&
    bucketOf(decision) === entry.bucket &&
    (direction ?? entry.direction) === entry.direction &&
    (why === undefined || why === entry.why) &&
    (amount === undefined ||
      (amount.currency === entry.currency &&
        entry.amountMinor >= (amount.leastMinor ?? 0n) &&
        entry.amountMinor <= (amount.mostMinor ?? entry.amountMinor)))
  )
}

/** Whether a resolved entry was decided as a rule would decide it. */
export function isDecidedAlike(decision: RuleDecision, { resolved }: StandingEntry): boolean {
  if (!resolved) return false
  const { because, transactionId, moveReference } = resolved
  if (decision.kind === 'record') return transactionId !== null
  if (decision.kind === 'classify') return because.startsWith(`${decision.as}: `)
  return transactionId === null && moveReference === null
}

/** The decision of a rule about entries of one comparison. */
export function decisionOf(
  rule: Pick<ReconciliationRule, 'name' | 'because' | 'decision'>,
  runId: string,
  items: readonly number[],
): FileDecision {
  const [because, request] = [reasonOf(rule), { runId, items }]
  const { decision } = rule
  if (decision.kind === 'classify')
    return { kind: 'reconcile.classify', because, request: { ...request, as: decision.as } }
  if (decision.kind === 'resolve') return { kind: 'reconcile.resolve', because, request }
  const { accountId } = decision
  return {
    kind: 'reconcile.record',
    because,
    request: { ...request, accountId, references: referencesIn(decision, runId) },
  }
}

/**
 * The beginning of the references of a rule's payments in one comparison. The number of an entry is unique only within
 * its comparison.
 */
export function referencesIn({ references }: { readonly references: string }, runId: string): string {
  return `${references}${runId.slice(-12)}-`
}
