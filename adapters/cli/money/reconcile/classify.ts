import { type Command, Option } from 'commander'
import { findEntry, isRefusal, type Product, products, type RowClass, rowClasses } from '../../../../core/sente.ts'
import { changeAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parseEach, parseValue, wholeNumber } from '../../program/values.ts'
import { moveJson, moveTable } from '../float/view.ts'
import { entryJson, entryTable } from './view.ts'

type Given = GivenAttribution & {
  readonly entry: number
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
    .summary('classify a row that is not a payment')
    .description(
      'Classifies a row of not_ours. A top-up is recorded as money from the bank into the float, a liquidation as money ' +
        'from the float to the bank: once, even if several files have the row. It moves no money. If the row may be one ' +
        'that another file has with another precision, it is refused until you name the other with --another-than.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .requiredOption('--entry <N>', 'the entry, by its number', wholeNumber({ least: 1, most: 1e12 }))
    .addOption(new Option('--as <KIND>', 'the kind of the row').choices([...rowClasses]).makeOptionMandatory())
    .addOption(
      new Option('--product <PRODUCT>', 'the product of the float, if the network has one for each').choices(
        Object.values(products),
      ),
    )
    .option('--reference <TEXT>', 'the reference of the movement, if sente float already has it', parseValue)
    .option('--another-than <ID>', anotherThanHelp, parseEach)
  attributed(command, 'needed')
    .addHelpText(
      'after',
      '\nExample:\n  sente reconcile classify 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --entry 317 --as top-up \\\n' +
        '      --because "the bank\'s statement of 2 March"',
    )
    .action((runId: string, { entry: item, as, product, reference, anotherThan, ...who }: Given) => {
      const named = {
        ...(product !== undefined && { product }),
        ...(reference !== undefined && { reference }),
        ...(anotherThan !== undefined && { anotherThan }),
      }
      const change = { kind: 'reconcile.classify', request: { runId, item, as, ...named } } as const
      return context.answer((store) =>
        changeAnswer(store, { change, ...attributionOf(who, context) }, ({ moved }) =>
          answer(store, { runId, item }, moved),
        ),
      )
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
    text: entryTable([found.entry], nowMs) + (moved ? `\n${moveTable([moved.move])}` : ''),
  }
}
