import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { ReconciliationRule, ReconciliationRules } from '../../ports/operators/reconciliationRules.ts'
import type { BucketTotal, Reconciliations, Run, StandingEntry } from '../../ports/operators/reconciliations.ts'
import { totalsOf } from '../entries/chosen.ts'
import { unknownRule } from './changeRules.ts'
import type { FileDecision } from './decideEntries.ts'
import { bucketOf, covers, decisionOf, isDecidedAlike } from './ruleDecisions.ts'

/** The rows of one rule in a period. */
export type RuleScope = {
  readonly rule: ReconciliationRule
  /** The number of open entries that it would decide, and their totals. */
  readonly entries: number
  readonly totals: readonly BucketTotal[]
  /** The entries that were decided before, and how many of them otherwise than the rule decides. */
  readonly before: { readonly entries: number; readonly otherwise: number; readonly totals: readonly BucketTotal[] }
}

/** An open entry that several rules cover. None of them decides it. */
export type Disputed = { readonly runId: string; readonly item: number; readonly rules: readonly string[] }

/** The rows of rules in a period, and the decisions about them. */
export type RulesScope = {
  readonly rules: readonly RuleScope[]
  readonly disputed: readonly Disputed[]
  readonly decisions: readonly FileDecision[]
}

/** The ports for finding the rows of rules. */
export type RuleScopePorts = {
  readonly reconciliationRules: Pick<ReconciliationRules, 'all'>
  readonly reconciliations: Pick<Reconciliations, 'compared' | 'entries'>
}

/** The function that {@link findRuleScope} returns. */
export type FindRuleScope = (request: {
  /** The rules, by their names; all of them by default. */
  readonly names?: readonly string[]
  /** Rows from this moment on, and before `toMs`. */
  readonly fromMs: number
  readonly toMs: number
}) => Promise<RulesScope | OperatorRefusal>

/**
 * Finds the rows of rules in a period, in comparisons that stand and that compared a part of the period; and the
 * decisions that the rules would make now. An entry that several rules cover, chosen or not, is disputed. Changes
 * nothing. Refused with `unknown_rule`.
 */
export function findRuleScope({ reconciliationRules, reconciliations }: RuleScopePorts): FindRuleScope {
  return async ({ names, fromMs, toMs }) => {
    const all = await reconciliationRules.all()
    const unknown = names?.find((name) => all.every((rule) => rule.name !== name))
    if (unknown !== undefined) return unknownRule(unknown)
    const chosen = new Map(
      all.filter(({ name }) => names?.includes(name) ?? true).map((rule) => [rule.name, newScope(rule)]),
    )
    const disputed: Disputed[] = []
    const decisions: FileDecision[] = []
    const runs = (await reconciliations.compared({ afterMs: fromMs })).filter((run) => run.fromMs < toMs)
    for (const run of runs) {
      const ofRun = new Map<string, number[]>()
      for await (const entry of entriesOf(reconciliations, run, all)) {
        if (entry.atMs < fromMs || entry.atMs >= toMs) continue
        const covering = all.filter((rule) => covers(rule, run, entry))
        if (entry.resolved) for (const { name } of covering) chosen.get(name)?.before.push(entry)
        const [rule, ...others] = entry.resolved ? [] : covering
        if (!rule || !covering.some(({ name }) => chosen.has(name))) continue
        if (others.length > 0)
          disputed.push({ runId: run.id, item: entry.item, rules: covering.map(({ name }) => name) })
        else {
          chosen.get(rule.name)?.open.push(entry)
          const items = ofRun.get(rule.name) ?? []
          items.push(entry.item)
          ofRun.set(rule.name, items)
        }
      }
      for (const [name, items] of ofRun) {
        const rule = chosen.get(name)?.rule
        if (rule) decisions.push(decisionOf(rule, run.id, items))
      }
    }
    return { rules: [...chosen.values()].map(scopeOf), disputed, decisions }
  }
}

type NewScope = { readonly rule: ReconciliationRule; readonly open: StandingEntry[]; readonly before: StandingEntry[] }

function newScope(rule: ReconciliationRule): NewScope {
  return { rule, open: [], before: [] }
}

function scopeOf({ rule, open, before }: NewScope): RuleScope {
  const otherwise = before.filter((entry) => !isDecidedAlike(rule.decision, entry)).length
  return {
    rule,
    entries: open.length,
    totals: totalsOf(open),
    before: { entries: before.length, otherwise, totals: totalsOf(before) },
  }
}

/** The entries of a comparison in the buckets of rules, resolved or not. */
async function* entriesOf(
  reconciliations: Pick<Reconciliations, 'entries'>,
  { id: runId, network }: Pick<Run, 'id' | 'network'>,
  rules: readonly ReconciliationRule[],
): AsyncGenerator<StandingEntry> {
  const own = rules.filter(({ filter }) => filter.network === network)
  const buckets = [...new Set(own.map(({ decision }) => bucketOf(decision)))]
  if (buckets.length === 0) return
  for (let after = 0; ; ) {
    const some = await reconciliations.entries({ runId, buckets, after, limit: together })
    yield* some
    const last = some.at(-1)
    if (!last || some.length < together) return
    after = last.item
  }
}

const together = 1_000
