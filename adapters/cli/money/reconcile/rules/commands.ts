import type { Command } from 'commander'
import { isRefusal, listRules, removeRule } from '../../../../../core/sente.ts'
import type { CommandContext } from '../../../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../../program/attribution.ts'
import { parseValue } from '../../../program/values.ts'
import { addCommand } from './add.ts'
import { runCommand } from './run.ts'
import { ruleJson, ruleTable } from './view.ts'

/** Adds `sente reconcile rule`. */
export function ruleCommands(reconcile: Command, context: CommandContext): void {
  const group = reconcile
    .command('rule')
    .summary('decide rows that come again each month by named rules')
    .description(
      'A rule has a name, the rows that it covers, and a decision about them with its reason. Nothing is decided ' +
        'until you run the rules. docs/operating/monthly-rows.md explains them.',
    )
  addCommand(group, context)
  group
    .command('list')
    .summary('list the rules')
    .description('Lists all rules, with the rows that they cover and their decisions.')
    .addHelpText('after', '\nExample:\n  sente reconcile rule list')
    .action(() =>
      context.answer(async (store) => {
        const rules = await listRules(store)()
        const text = rules.length === 0 ? 'There are no rules yet.\n' : ruleTable(rules)
        return { json: { rules: rules.map(ruleJson) }, text }
      }),
    )
  attributed(
    group
      .command('remove')
      .summary('remove a rule')
      .description('Removes a rule. Its earlier decisions stay. To change a rule, remove it and add it again.')
      .argument('<NAME>', 'the rule', parseValue),
    'needed',
  )
    .addHelpText('after', '\nExample:\n  sente reconcile rule remove promo-fund --because "the promotion has ended"')
    .action((name: string, given: GivenAttribution) =>
      context.answer(async (store) => {
        const who = attributionOf(given, context)
        const removed = await removeRule(store)({ name, ...who, because: who.because ?? '' })
        return isRefusal(removed) ? removed : { json: ruleJson(removed.rule), text: `Removed: rule ${name}\n` }
      }),
    )
  runCommand(group, context)
}
