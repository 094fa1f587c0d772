import { type Command, Option } from 'commander'
import { findEntry, isRefusal, type Product, products, type RowClass, rowClasses } from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import { changeAnswer, decidedAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseEach, parseValue } from '../../program/values.ts'
import { moveJson, moveTable } from '../float/view.ts'
import { filtered, filterOf, type GivenFilter, onlyEntry, scopeAnswer } from './filter.ts'
import { entryJson, entryTable } from './view.ts'

type Given = GivenAttribution &
  GivenFilter & {
    readonly as: RowClass
    readonly product?: Product
    readonly reference?: string
    readonly anotherThan?: readonly string[]
  }

/** The help of `--another-than`. */
export const anotherThanHelp =
  'a movement or payment of another row that this row resembles but is not; may be repeated'

/** Adds `reconcile classify`. */
export function classifyCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('classify')
    .summary('classify rows that are not payments')
    .description(
      'Classifies the open rows of not_ours that match every given option. A top-up is recorded as money from the bank into the float, a liquidation as money ' +
        'from the float to the bank: once, even if several files have the row. It moves no money. If the row may be one ' +
        'that another file has with another precision, it is refused until you name the other with --another-than.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .addOption(new Option('--as <KIND>', 'the kind of the row').choices([...rowClasses]).makeOptionMandatory())
    .addOption(
      new Option('--product <PRODUCT>', 'the product of the float, if the network has one for each').choices(
        Object.values(products),
      ),
    )
    .option('--reference <TEXT>', 'the reference of the movement, if sente float already has it', parseValue)
    .option('--another-than <ID>', anotherThanHelp, parseEach)
  attributed(filtered(command), 'needed')
    .addHelpText(
      'after',
      '\nExample:\n  sente reconcile classify 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --entry 317 --as top-up \\\n' +
        '      --because "the bank\'s statement of 2 March"',
    )
    .action((runId: string, { as, product, reference, anotherThan, ...given }: Given) => {
      const choice = filterOf(runId, given)
      if (Object.keys(choice).length === 1) command.error('expected --entry, --direction or --why')
      const item = onlyEntry(given)
      const named = { ...(reference !== undefined && { reference }), ...(anotherThan && { anotherThan }) }
      if (item === undefined && Object.keys(named).length > 0)
        command.error('--reference and --another-than are for one --entry alone')
      const kind = { as, ...(product !== undefined && { product }) }
      const who = attributionOf(given, context)
      return context.answer((store) => {
        if (given.dryRun) return scopeAnswer(store, { ...choice, buckets: ['not_ours'] })
        if (item === undefined) {
          const change = { kind: 'reconcile.classify', request: { ...choice, ...kind } } as const
          return changeAnswer(store, { change, ...who }, decidedAnswer)
        }
        const change = { kind: 'reconcile.classify', request: { runId, item, ...kind, ...named } } as const
        return changeAnswer(store, { change, ...who }, ({ moved }) => answer(store, { runId, item }, moved))
      })
    })
}

async function answer(
  store: CliStore,
  request: { readonly runId: string; readonly item: number },
  moved: Parameters<typeof moveJson>[0] extends infer Move ? { readonly move: Move } | undefined : never,
): Promise<CommandAnswer | Refused> {
  const found = await findEntry(store)(request)
  if (isRefusal(found)) return found
  const nowMs = store.clock.nowMs()
  return {
    json: { ...entryJson(found.entry, nowMs), move: moved ? moveJson(moved.move) : null },
    text:
      entryTable([found.entry], todayOf(store)) + (moved ? `\n${moveTable([moved.move], todayOf(store).days)}` : ''),
  }
}
