import { type Command, Option } from 'commander'
import {
  addRule,
  type FileDirection,
  isRefusal,
  type RowClass,
  type RowFilter,
  type RuleDecision,
  resolvedByRules,
  rowClasses,
  toMinor,
} from '../../../../../core/sente.ts'
import type { CommandContext } from '../../../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../../program/attribution.ts'
import { amountForm, amountGiven, parseCurrency, parseValue } from '../../../program/values.ts'
import { ruleJson, ruleTable } from './view.ts'

type Given = GivenAttribution & {
  readonly network: string
  readonly direction?: FileDirection
  readonly why?: string
  readonly currency?: string
  readonly atLeast?: string
  readonly atMost?: string
  readonly classify?: RowClass
  readonly record?: string
  readonly references?: string
  readonly resolve?: (typeof resolvedByRules)[number]
}

/** Adds `reconcile rule add`. */
export function addCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('add')
    .summary('add a rule')
    .description(
      'Adds a rule about the rows of a network that match every given option. It needs --direction, --why or an ' +
        'amount, and one of --classify, --record and --resolve. It decides nothing until you run it.',
    )
    .argument('<NAME>', 'the name: up to 40 letters from a to z, digits and hyphens', parseValue)
    .requiredOption('--network <NETWORK>', 'the network, as in the configuration, such as MTN', parseValue)
    .addOption(new Option('--direction <WAY>', 'only money in this direction').choices(['in', 'out', 'between']))
    .option('--why <TEXT>', 'only entries with this Why, as sente reconcile show lists it', parseValue)
    .option('--currency <CURRENCY>', 'the currency of --at-least and --at-most', parseCurrency)
    .option('--at-least <AMOUNT>', `only this amount or more, ${amountForm}`, parseValue)
    .option('--at-most <AMOUNT>', 'only this amount or less', parseValue)
    .addOption(new Option('--classify <KIND>', 'classify rows of not_ours as this kind').choices([...rowClasses]))
    .option('--record <ACCOUNT>', 'record rows of missing_here that came in as collections of this account', parseValue)
    .option('--references <PREFIX>', 'with --record, the beginning of each reference', parseValue)
    .addOption(new Option('--resolve <BUCKET>', 'resolve rows of this bucket').choices([...resolvedByRules]))
  attributed(command, 'needed')
    .addHelpText('after', afterHelp)
    .action((name: string, given: Given) => {
      const filter = filterOf(command, given)
      const decision = decisionOf(command, given)
      const who = attributionOf(given, context)
      return context.answer(async (store) => {
        const added = await addRule(store)({ name, filter, decision, ...who, because: who.because ?? '' })
        return isRefusal(added) ? added : { json: ruleJson(added.rule), text: ruleTable([added.rule]) }
      })
    })
}

const afterHelp = `
The reason of --because is also that of each decision.

Examples:
  sente reconcile rule add promo-fund --network MTN --direction in --why "Promo Fund" \\
      --classify top-up --because "MTN pays our promotion each month"
  sente reconcile rule add sweep --network AIRTEL --direction out --currency UGX --at-least 1,000,000 \\
      --classify liquidation --because "the weekly sweep to the bank"`

function filterOf(command: Command, given: Given): RowFilter {
  const { network, direction, why, currency, atLeast, atMost } = given
  const hasAmount = atLeast !== undefined || atMost !== undefined
  if (hasAmount && currency === undefined) command.error('expected --currency beside --at-least or --at-most')
  if (!hasAmount && currency !== undefined) command.error('expected --at-least or --at-most beside --currency')
  const minor = (amount: string | undefined) =>
    amount === undefined || currency === undefined
      ? null
      : (toMinor(amountGiven(command, { amount, currency }), currency) ?? null)
  return {
    network,
    ...(direction !== undefined && { direction }),
    ...(why !== undefined && { why }),
    ...(currency !== undefined && { amount: { currency, leastMinor: minor(atLeast), mostMinor: minor(atMost) } }),
  }
}

function decisionOf(command: Command, { classify, record, references, resolve }: Given): RuleDecision {
  if ([classify, record, resolve].filter((option) => option !== undefined).length !== 1)
    command.error('expected one of --classify, --record and --resolve')
  if ((record === undefined) !== (references === undefined)) command.error('expected --record with --references')
  if (classify !== undefined) return { kind: 'classify', as: classify }
  if (resolve !== undefined) return { kind: 'resolve', bucket: resolve }
  return { kind: 'record', accountId: record ?? '', references: references ?? '' }
}
