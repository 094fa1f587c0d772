import { type Command, Option } from 'commander'
import {
  isRefusal,
  type Kind,
  kinds,
  type State,
  searchTransactions,
  type TransactionQuery,
} from '../../../core/sente.ts'
import { transactionForOperators } from '../../formats/transaction.ts'
import { type Today, todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import type { CliStore } from '../deps.ts'
import { lines } from '../output/output.ts'
import {
  eachOf,
  parseCurrency,
  parseSpan,
  parseValue,
  phoneNumberForm,
  phoneNumberGiven,
  type SpanGiven,
  wholeNumber,
} from '../program/values.ts'
import { transactionTable } from './table.ts'
import { causes } from './view.ts'

const states: readonly State[] = ['submitting', 'pending', 'succeeded', 'failed']

type Given = {
  readonly account?: string
  readonly state?: readonly State[]
  readonly kind?: Kind
  readonly currency?: string
  readonly network?: string
  readonly reference?: string
  readonly phone?: string
  readonly networkReceipt?: string
  readonly refundOf?: string
  readonly networkReason?: string
  readonly from?: SpanGiven
  readonly to?: SpanGiven
  readonly attention?: true
  readonly limit: number
  readonly before?: string
}

/** Adds `transaction list`. */
export function transactionList(group: Command, context: CommandContext): void {
  group
    .command('list')
    .summary('list transactions, newest first')
    .description(
      'Lists the transactions that match every given option, newest first. If there are more than the limit, it shows ' +
        'how to continue; in JSON next is the value for --before, or null at the end.',
    )
    .option('--account <ID>', 'only those of this account', parseValue)
    .addOption(
      new Option('--state <STATE>', 'only in this state; may be repeated').choices(states).argParser(eachState),
    )
    .addOption(new Option('--kind <KIND>', 'only of this kind').choices(kinds))
    .option('--currency <CURRENCY>', 'only in this currency, such as UGX', parseCurrency)
    .option('--network <NETWORK>', 'only over this network, such as MTN', parseValue)
    .option('--reference <TEXT>', "only with this reference of a merchant's", parseValue)
    .option('--phone <NUMBER>', `only to or from this number: ${phoneNumberForm}`, parseValue)
    .option('--network-receipt <NUMBER>', "only the one with this number in the customer's text message", parseValue)
    .option('--refund-of <ID>', 'only the refunds of this collection', parseValue)
    .option('--network-reason <WORD>', 'only those with this reason of the network for a failure', parseValue)
    .option(
      '--from <TIME>',
      'only those created on this day or later, such as 2026-03-01, yesterday or last-month',
      parseSpan,
    )
    .option('--to <TIME>', 'only those created on this day or earlier, or before this time', parseSpan)
    .option('--attention', 'only those that need the attention of a person, with the reason')
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--before <ID>', 'only those opened before this transaction', parseValue)
    .addHelpText('after', afterHelp)
    .action(({ phone, ...given }: Given, command: Command) =>
      context.answer(async (store) => {
        const phoneNumber = phone === undefined ? undefined : await phoneNumberGiven(command, phone, store.market)
        return list({ ...given, ...(phoneNumber !== undefined && { phoneNumber }) }, store, context)
      }),
    )
}

const eachState = eachOf(states)

const afterHelp = `
Attention:
${lines(Object.entries(causes)).replace(/^(?=.)/gm, '  ')}
Examples:
  sente transaction list --attention
  sente transaction list --account 0198c5d1-1111-7c3a-9f00-3d2a5e6b7c8d \\
      --state submitting --state pending
  sente transaction list --phone 0770000001
  sente transaction list --network-receipt 13502837451
  sente transaction list --refund-of 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d
  sente transaction list --network-reason PAYEE_LIMIT_REACHED`

type Asked = Omit<Given, 'phone'> & { readonly phoneNumber?: string }

async function list(given: Asked, store: CliStore, { paint }: CommandContext): Promise<CommandAnswer | Refused> {
  const today = todayOf(store)
  const page = await searchTransactions(store)(queryOf(given, today))
  if (isRefusal(page)) return page
  const { transactions, next } = page
  return {
    json: { transactions: transactions.map(transactionForOperators), next },
    text: transactionTable(page, {
      paint,
      days: today.days,
      withAccount: given.account === undefined,
      withAttention: given.attention === true,
    }),
  }
}

function queryOf({ account, state, from, to, ...given }: Asked, today: Today): TransactionQuery {
  return {
    ...given,
    ...(account !== undefined && { accountId: account }),
    ...(state && { states: state }),
    ...(from && { createdFromMs: from(today).fromMs }),
    ...(to && { createdToMs: to(today).toMs }),
  }
}
