import {
  type AmountRange,
  type Calendar,
  type Disputed,
  type ReconciliationRule,
  type RuleDecision,
  type RuleScope,
  type RulesScope,
  toDecimal,
  toMajor,
} from '../../../../../core/sente.ts'
import { local, utc } from '../../../../formats/moment.ts'
import { table } from '../../../output/output.ts'
import { totalJson, totalTable } from '../../../output/totals.ts'

/** A rule as JSON; amounts in major units. */
export function ruleJson({ name, filter, decision, because, by, atMs }: ReconciliationRule) {
  const { network, direction = null, why = null, amount } = filter
  return {
    name,
    network,
    direction,
    why,
    amount: amount ? rangeJson(amount) : null,
    decision: decisionJson(decision),
    because,
    by,
    at: utc(atMs),
  }
}

function rangeJson({ currency, leastMinor, mostMinor }: AmountRange) {
  return {
    currency,
    at_least: leastMinor === null ? null : toMajor(leastMinor, currency),
    at_most: mostMinor === null ? null : toMajor(mostMinor, currency),
  }
}

function decisionJson(decision: RuleDecision) {
  if (decision.kind !== 'record') return decision
  const { kind, accountId, references } = decision
  return { kind, account_id: accountId, references }
}

/** Rules as a table. */
export function ruleTable(rules: readonly ReconciliationRule[]): string {
  const rows = rules.map(({ name, filter, decision, because, by }) => ({
    Rule: name,
    Network: filter.network,
    Way: filter.direction ?? '',
    Why: filter.why ?? '',
    Amount: filter.amount ? rangeText(filter.amount) : '',
    Decision: decisionText(decision),
    Because: because,
    By: by,
  }))
  return table(['Rule', 'Network', 'Way', 'Why', 'Amount', 'Decision', 'Because', 'By'], rows, [])
}

function rangeText({ currency, leastMinor, mostMinor }: AmountRange): string {
  const bounds = [
    ...(leastMinor === null ? [] : [`from ${toDecimal(leastMinor, currency)}`]),
    ...(mostMinor === null ? [] : [`to ${toDecimal(mostMinor, currency)}`]),
  ]
  return `${currency} ${bounds.join(' ')}`
}

function decisionText(decision: RuleDecision): string {
  if (decision.kind === 'classify') return `classify as ${decision.as}`
  if (decision.kind === 'resolve') return `resolve ${decision.bucket}`
  return `record for ${decision.accountId} as ${decision.references}…`
}

/** The rows of a rule in a period as JSON. */
export function scopeJson({ rule, entries, totals, before }: RuleScope) {
  return {
    rule: rule.name,
    decision: decisionJson(rule.decision),
    entries,
    totals: totals.map(totalJson),
    decided_before: {
      entries: before.entries,
      otherwise: before.otherwise,
      totals: before.totals.map(totalJson),
    },
  }
}

/** The rows of rules in a period as text: a table of all, and the totals of each. */
export function scopeText({ rules }: RulesScope): string {
  if (rules.length === 0) return 'There are no rules yet.\n'
  const headings = ['Rule', 'Decision', 'Open', 'Decided before', 'Otherwise'] as const
  const rows = rules.map(({ rule, entries, before }) => ({
    Rule: rule.name,
    Decision: decisionText(rule.decision),
    Open: String(entries),
    'Decided before': String(before.entries),
    Otherwise: String(before.otherwise),
  }))
  const sums = rules.map(({ rule, totals, before }) => {
    const open = totals.length === 0 ? '' : `\nOpen rows of ${rule.name}:\n${totalTable(totals)}`
    const decided =
      before.totals.length === 0 ? '' : `\nRows of ${rule.name}, decided before:\n${totalTable(before.totals)}`
    return `${open}${decided}`
  })
  return `${table(headings, rows, ['Open', 'Decided before', 'Otherwise'])}${sums.join('')}`
}

/** A period, and the calendar of its days. */
export type Period = { readonly fromMs: number; readonly toMs: number; readonly days: Calendar }

/** The period of the rows. */
export function periodText({ fromMs, toMs, days }: Period): string {
  return `Rows from ${local(fromMs, days)} to ${local(toMs, days)}\n\n`
}

/** The rows that several rules cover. */
export function disputedText(disputed: readonly Disputed[]): string {
  if (disputed.length === 0) return ''
  const lines = disputed
    .slice(0, listed)
    .map(({ runId, item, rules }) => `  entry ${item} of ${runId}: ${rules.join(', ')}\n`)
  const more = disputed.length > listed ? `  and ${disputed.length - listed} more\n` : ''
  return `\nRows that several rules cover stay open:\n${lines.join('')}${more}`
}

/** How many rows of several rules are listed. */
const listed = 20
