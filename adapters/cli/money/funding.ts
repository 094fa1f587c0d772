import { type Command, InvalidArgumentError } from 'commander'
import {
  type Calendar,
  type Funding,
  type FundingId,
  type FundingPage,
  isRefusal,
  listFundings,
  toDecimal,
  toMajor,
} from '../../../core/sente.ts'
import { local, utc } from '../../formats/moment.ts'
import { todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../context.ts'
import { table } from '../output/output.ts'
import { parseValue, wholeNumber } from '../program/values.ts'

type Given = { readonly account?: string; readonly before?: FundingId; readonly limit: number }

/** The commands that list fundings and withdrawals: `sente funding …`. */
export function fundingCommands(program: Command, context: CommandContext): void {
  const group = program.command('funding').description('Shows the money that was added to balances and withdrawn.')
  group
    .command('list')
    .summary('list fundings and withdrawals, newest first')
    .description(
      "Lists the operators' fundings and withdrawals, newest first. If there are more than the limit, it " +
        'shows how to continue; in JSON next is the value for --before, or null at the end.',
    )
    .option('--account <ID>', 'only those of this account', parseValue)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--before <ACCOUNT/REFERENCE>', 'only those before this one', parseFundingId)
    .addHelpText('after', afterHelp)
    .action((given: Given) =>
      context.answer(async (store) => {
        const { account, before, limit } = given
        const ofAccount = account === undefined ? {} : { accountId: account }
        const page = await listFundings(store)({ ...ofAccount, ...(before && { before }), limit })
        return isRefusal(page) ? page : fundingsAnswer(page, todayOf(store).days)
      }),
    )
}

const afterHelp = `
Examples:
  sente funding list
  sente funding list --account 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d --json`

function parseFundingId(text: string): FundingId {
  const [, accountId, reference] = /^([^/]+)\/(.+)$/.exec(text) ?? []
  if (accountId && reference) return { accountId, reference }
  throw new InvalidArgumentError('Expected ACCOUNT/REFERENCE, as in next.')
}

function fundingsAnswer({ fundings, next }: FundingPage, days: Calendar): CommandAnswer {
  const before = next && `${next.accountId}/${next.reference}`
  return { json: { fundings: fundings.map(fundingJson), next: before }, text: fundingsText(fundings, before, days) }
}

function fundingJson({ accountId, reference, kind, currency, amountMinor, because, atMs }: Funding) {
  const amount = toMajor(amountMinor, currency)
  return { account_id: accountId, reference, kind, currency, amount, because, at: utc(atMs) }
}

function fundingsText(fundings: readonly Funding[], next: string | null, days: Calendar): string {
  if (fundings.length === 0) return 'No fundings found.\n'
  const rows = fundings.map(({ accountId, reference, kind, currency, amountMinor, because, atMs }) => ({
    At: local(atMs, days),
    Kind: kind,
    Amount: toDecimal(amountMinor, currency),
    Currency: currency,
    Account: accountId,
    Reference: reference,
    Because: because ?? '',
  }))
  const more = next === null ? '' : `\nThere are more: repeat the command with --before ${forShell(next)}\n`
  return table(['At', 'Kind', 'Amount', 'Currency', 'Account', 'Reference', 'Because'], rows, ['Amount']) + more
}

/** Quotes a text for a shell: a reference may come from a merchant and contain shell syntax. */
function forShell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
