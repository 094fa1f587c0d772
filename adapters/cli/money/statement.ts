import { Argument, type Command } from 'commander'
import {
  type Balance,
  isRefusal,
  type ReadAccountStatement,
  readAccountStatement,
  type Statement,
  type StatementQuery,
  toDecimal,
} from '../../../core/sente.ts'
import { utc } from '../../formats/moment.ts'
import { statementCsv, statementForOperators } from '../../formats/statement.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import { table } from '../output/output.ts'
import { parseCurrency, parseMoment, parsePath, parseValue, wholeNumber } from '../program/values.ts'
import { writeCsv } from './csvFile.ts'

type Given = {
  readonly from?: number
  readonly to?: number
  readonly limit: number
  readonly after?: string
  readonly csv?: string
}

/** Adds `sente statement`. */
export function statementCommand(program: Command, context: CommandContext): void {
  program
    .command('statement')
    .summary("show the movements behind an account's balance")
    .description(
      "Shows every movement of an account's balance in a currency, oldest first, with the balance after each. If there " +
        'are more lines than the limit, it shows how to continue; in JSON next is the value for --after, or null at the end.',
    )
    .addArgument(new Argument('<ID>', 'the account').argParser(parseValue))
    .addArgument(new Argument('<CURRENCY>', 'the currency, such as UGX').argParser(parseCurrency))
    .option('--from <TIME>', 'begin with the first line at this time or later, such as 2026-03-01', parseMoment)
    .option('--to <TIME>', 'end before the first line at this time or later', parseMoment)
    .option('--limit <N>', 'how many lines at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--after <PLACE>', 'continue after a page: its next', parseValue)
    .option('--csv <FILE>', 'write the whole period as CSV into a new file', parsePath)
    .addHelpText('after', afterHelp)
    .action((accountId: string, currency: string, given: Given) => {
      const { from, to, limit, after, csv } = given
      const query: StatementQuery = {
        accountId,
        currency,
        limit,
        ...(from !== undefined && { fromMs: from }),
        ...(to !== undefined && { toMs: to }),
        ...(after !== undefined && { after }),
      }
      return context.answer((store) => {
        const read = readAccountStatement(store)
        return csv === undefined ? shown(query, read) : written(csv, query, read)
      })
    })
}

const afterHelp = `
Lines: balance_funded and balance_withdrawn are the operator's; payout_held sets
a payout's money aside, payout_settled is its end, payout_released gives it
back; collection_credited is a collection that succeeded.

Examples:
  sente statement 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX
  sente statement 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX \\
      --from 2026-03-01 --to 2026-04-01 --csv march.csv`

async function shown(query: StatementQuery, read: ReadAccountStatement): Promise<CommandAnswer | Refused> {
  const page = await read(query)
  if (isRefusal(page)) return page
  return { json: statementForOperators(page, query.currency), text: statementText(page, query.currency) }
}

async function written(
  file: string,
  query: StatementQuery,
  read: ReadAccountStatement,
): Promise<CommandAnswer | Refused> {
  const first = await read({ ...query, limit: 1 })
  if (isRefusal(first)) return first
  const lines = await writeCsv(file, statementCsv.header, rowsOf(query, read))
  if (typeof lines !== 'number') return lines
  return { json: { file, lines }, text: `Lines written to ${file}: ${lines}\n` }
}

async function* rowsOf(query: StatementQuery, read: ReadAccountStatement) {
  for (let after = query.after; ; ) {
    const page = await read({ ...query, limit: 1_000, ...(after !== undefined && { after }) })
    if (isRefusal(page)) return
    yield page.lines.map((line) => statementCsv.row(line, query.currency))
    if (page.next === null) return
    after = page.next
  }
}

function statementText({ opening, lines, closing, next }: Statement, currency: string): string {
  const balance = ({ availableMinor, heldMinor }: Balance) => ({
    Available: toDecimal(availableMinor, currency),
    Held: toDecimal(heldMinor, currency),
  })
  const rows = [
    { At: '', Kind: 'opening', Amount: '', ...balance(opening), Reference: '' },
    ...lines.map(({ posting, kind, reference, after }) => ({
      At: utc(posting.atMs),
      Kind: kind,
      Amount: toDecimal(posting.amountMinor, currency),
      ...balance(after),
      Reference: reference,
    })),
    { At: '', Kind: 'closing', Amount: '', ...balance(closing), Reference: '' },
  ]
  const numbers = ['Amount', 'Available', 'Held'] as const
  const more = next === null ? '' : `\nThere are more: repeat the command with --after ${next}\n`
  return table(['At', 'Kind', 'Amount', 'Available', 'Held', 'Reference'], rows, [...numbers]) + more
}
