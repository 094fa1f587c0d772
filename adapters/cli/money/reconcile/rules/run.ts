import type { Command } from 'commander'
import { findRuleScope, isRefusal, type RulesScope } from '../../../../../core/sente.ts'
import { utc } from '../../../../formats/moment.ts'
import { todayOf } from '../../../../written/moment.ts'
import { changeAnswer, decidedAnswer } from '../../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../../context.ts'
import type { CliStore } from '../../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../../program/attribution.ts'
import { parseSpan, type SpanGiven } from '../../../program/values.ts'
import { disputedText, type Period, periodText, scopeJson, scopeText } from './view.ts'

type Given = GivenAttribution & { readonly from?: SpanGiven; readonly to?: SpanGiven; readonly dryRun?: true }

/** Adds `reconcile rule run`. */
export function runCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('run')
    .summary('decide rows by the rules')
    .description(
      'Decides the open rows that the rules cover, each with the name of its rule in the reason: all rules, or those ' +
        'that you name. With --dry-run it changes nothing, and shows how many rows each rule would decide, how many ' +
        'were decided before, and how many of these otherwise. A row that several rules cover stays open, and is listed.',
    )
    .argument('[NAME...]', 'only these rules')
    .option('--from <TIME>', 'rows from this day or time on; by default those of last month', parseSpan)
    .option(
      '--to <TIME>',
      'and up to the end of this day, or before this time; by default the end of --from',
      parseSpan,
    )
    .option('--dry-run', 'change nothing, and show the number of rows of each rule and their totals')
  attributed(command, 'needed')
    .addHelpText('after', afterHelp)
    .action((names: readonly string[], given: Given) => {
      if (given.to && !given.from) command.error('expected --from beside --to')
      return context.answer((store) => run(names, given, { store, context }))
    })
}

const afterHelp = `
Examples:
  sente reconcile rule run --dry-run --because "the work on March"
  sente reconcile rule run promo-fund --from 2026-03-01 --to 2026-03-31 --because "the work on March"`

async function run(
  names: readonly string[],
  { from = parseSpan('last month'), to = from, dryRun, ...given }: Given,
  { store, context }: { readonly store: CliStore; readonly context: CommandContext },
): Promise<CommandAnswer | Refused> {
  const today = todayOf(store)
  const period = { fromMs: from(today).fromMs, toMs: to(today).toMs, days: today.days }
  if (period.fromMs >= period.toMs)
    return { refused: 'empty_period', message: 'The period ends before it begins: name a later --to' }
  const scope = await findRuleScope(store)({ ...period, ...(names.length > 0 && { names }) })
  if (isRefusal(scope)) return scope
  if (dryRun) return dryAnswer(scope, period)
  const { decisions } = scope
  const rules = scope.rules.filter(({ entries }) => entries > 0).map(({ rule }) => rule.name)
  if (rules.length === 0) return withDisputed({ json: { entries: 0 }, text: 'Entries decided: 0\n' }, scope, period)
  const change = { kind: 'reconcile.decide', request: { source: { rules }, decisions } } as const
  return changeAnswer(store, { change, ...attributionOf(given, context) }, (made) =>
    withDisputed(decidedAnswer(made), scope, period),
  )
}

function dryAnswer(scope: RulesScope, period: Period): CommandAnswer {
  const entries = scope.rules.reduce((sum, rule) => sum + rule.entries, 0)
  const json = { dry_run: true, entries, rules: scope.rules.map(scopeJson) }
  return withDisputed({ json, text: `Nothing is changed. Entries: ${entries}\n\n${scopeText(scope)}` }, scope, period)
}

/** An answer with its period, and the rows that several rules cover. */
function withDisputed(answer: CommandAnswer, { disputed }: RulesScope, period: Period): CommandAnswer {
  const several = disputed.map(({ runId, item, rules }) => ({ reconciliation_id: runId, entry: item, rules }))
  return {
    ...answer,
    json: { from: utc(period.fromMs), to: utc(period.toMs), ...answer.json, several_rules: several },
    text: `${periodText(period)}${answer.text}${disputedText(disputed)}`,
    ...(several.length > 0 && { exitCode: 1 as const }),
  }
}
