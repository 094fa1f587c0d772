import { type Command, Option } from 'commander'
import {
  floatAccountOf,
  isRefusal,
  listFloat,
  type MoneyRequest,
  type Product,
  products,
} from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import { changeAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { amountForm, amountGiven, parseValue, wholeNumber } from '../../program/values.ts'
import { moveJson, moveTable, positionJson, positionText } from './view.ts'

/** Adds `sente float`. */
export function floatCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('float')
    .summary("the operator's own money: at the bank and at the networks")
    .description(
      "Keeps the operator's own money in double entry: the money at the bank and in the float of each network, fees that " +
        'were paid, and unexplained differences. Payments move the floats automatically; you record your own movements. ' +
        'No command moves money at a bank or a network. docs/operating/float.md explains it.',
    )
  group
    .command('list')
    .summary("list the operator's accounts, and how long each float lasts")
    .description(
      "Lists the balance of each of the operator's accounts by the books, the money owed to merchants, and for each float the " +
        'amount of open payouts and how long it lasts at the rate of the last six hours.',
    )
    .addHelpText('after', '\nExample:\n  sente float list')
    .action(() => context.answer(list))
  group
    .command('moves')
    .summary('list your own movements, latest first')
    .description("Lists the latest movements of the operator's own money, with their authors and reasons.")
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .addHelpText('after', '\nExample:\n  sente float moves --limit 10')
    .action(({ limit }: { limit: number }) => context.answer((store) => moves(limit, store)))
  networkMove(group, context, topUp)
  networkMove(group, context, liquidate)
  adjust(group, context)
}

async function list(store: CliStore): Promise<CommandAnswer> {
  const position = await listFloat(store)()
  return { json: positionJson(position), text: positionText(position, todayOf(store).days) }
}

async function moves(limit: number, store: CliStore): Promise<CommandAnswer> {
  const found = await store.operatorMoney.moves({ limit })
  return {
    json: { moves: found.map(moveJson) },
    text: found.length === 0 ? 'No movements found.\n' : moveTable(found, todayOf(store).days),
  }
}

/** A movement between the bank and a float. */
type NetworkMove = {
  readonly name: string
  readonly kind: 'top_up' | 'liquidate'
  readonly summary: string
  readonly description: string
  readonly product: Product
  readonly example: string
}

const topUp: NetworkMove = {
  name: 'top-up',
  kind: 'top_up',
  summary: 'record that money went from the bank into a float',
  description:
    'Records that you have paid from your bank account into the float of a network, so that the books show the money ' +
    'for payouts. It moves no money.',
  product: products.payout,
  example: 'sente float top-up MTN UGX 20000000 --reference bank-2026-03-31-7 --because "weekly top-up"',
}

const liquidate: NetworkMove = {
  name: 'liquidate',
  kind: 'liquidate',
  summary: 'record that money went from a float to the bank',
  description:
    'Records that a network has paid money from a float to your bank account. It moves no money. To record a movement from one float to ' +
    'another, use sente float adjust.',
  product: products.collection,
  example: 'sente float liquidate MTN UGX 15000000 --reference settled-2026-03-31 --because "weekly settlement"',
}

type Given = { readonly reference: string; readonly product: Product } & GivenAttribution

function networkMove(group: Command, context: CommandContext, move: NetworkMove): void {
  const { name, kind, summary, description, example } = move
  const command = group
    .command(name)
    .summary(summary)
    .description(description)
    .argument('<NETWORK>', 'the network, as in the configuration, such as MTN', parseValue)
    .argument('<CURRENCY>', 'the currency, such as UGX', parseValue)
    .argument('<AMOUNT>', amountForm)
    .requiredOption('--reference <REFERENCE>', referenceHelp, parseValue)
    .addOption(
      new Option('--product <PRODUCT>', 'the product of the float, if the network has one for each')
        .choices(Object.values(products))
        .default(move.product),
    )
  attributed(command)
    .addHelpText('after', afterHelp(example))
    .action((network: string, currency: string, written: string, { reference, product, ...given }: Given) => {
      const amount = amountGiven(command, { amount: written, currency })
      return context.answer(async (store) => {
        const float = floatAccountOf(store.market, { network, currency, product })
        if (isRefusal(float)) return float
        const [from, to] = kind === 'top_up' ? ['bank', float.account] : [float.account, 'bank']
        return moved({ kind, currency, amount, reference, from, to }, given, { store, context })
      })
    })
}

type GivenAdjustment = { readonly reference: string; readonly from: string; readonly to: string } & GivenAttribution

function adjust(group: Command, context: CommandContext): void {
  const command = group
    .command('adjust')
    .summary("record any other movement between the operator's accounts")
    .description(
      "Records a movement between two of the operator's accounts: bank, capital, fees_paid, suspense, and the floats by their " +
        'names in sente float list. Money that you put in comes from capital, and money that you take out goes to it. A ' +
        'difference that is not explained yet goes to suspense, or comes from it. It moves no money.',
    )
    .argument('<CURRENCY>', 'the currency, such as UGX', parseValue)
    .argument('<AMOUNT>', amountForm)
    .requiredOption('--from <ACCOUNT>', 'the account that the money comes from', parseValue)
    .requiredOption('--to <ACCOUNT>', 'the account that the money goes to', parseValue)
    .requiredOption('--reference <REFERENCE>', referenceHelp, parseValue)
  attributed(command, 'needed')
    .addHelpText('after', afterHelp(adjustExample))
    .action((currency: string, written: string, { reference, from, to, ...given }: GivenAdjustment) => {
      const amount = amountGiven(command, { amount: written, currency })
      return context.answer((store) =>
        moved({ kind: 'adjust', currency, amount, reference, from, to }, given, { store, context }),
      )
    })
}

const adjustExample =
  'sente float adjust UGX 4200 --from float:MTN:disbursement --to fees_paid \\\n' +
  '      --reference fees-2026-03 --because "fees on the statement of March"'

const referenceHelp = 'your name for this movement, used once: 1 to 100 visible characters'

const afterHelp = (example: string) => `
Safe to repeat: a reference can be used once. The same command again changes
nothing and reports so; the same reference for another movement is refused.

Example:
  ${example}`

async function moved(
  request: MoneyRequest,
  given: GivenAttribution,
  { store, context }: { readonly store: CliStore; readonly context: CommandContext },
): Promise<CommandAnswer | Refused> {
  const change = { kind: 'float.move', request } as const
  return changeAnswer(store, { change, ...attributionOf(given, context) }, ({ moved }) => {
    if (!moved) throw new Error('a movement was not recorded')
    const { move, isNew } = moved
    const text = isNew ? 'Recorded.' : 'Nothing was changed: this movement is already recorded.'
    return {
      json: { move: moveJson(move), is_new: isNew },
      text: `${text}\n\n${moveTable([move], todayOf(store).days)}`,
    }
  })
}
