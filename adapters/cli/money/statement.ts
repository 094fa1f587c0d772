import { Argument, type Command, InvalidArgumentError } from 'commander'
import {
  type Balance,
  type Calendar,
  isRefusal,
  type ReadAccountStatement,
  readAccountStatement,
  type Statement,
  type StatementQuery,
  toDecimal,
} from '../../../core/sente.ts'
import { local } from '../../formats/moment.ts'
import { type StatementEnding, statementEndings, statementFile } from '../../formats/statement/files.ts'
import { statementForOperators } from '../../formats/statement/json.ts'
import { changeIn, pagesFrom, wholeMinor } from '../../formats/statement/rows.ts'
import { type Today, todayOf } from '../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../context.ts'
import { table } from '../output/output.ts'
import { parseCurrency, parseSpan, parseValue, type SpanGiven, wholeNumber } from '../program/values.ts'
import { writeNewFile } from './newFile.ts'

type Given = {
  readonly from?: SpanGiven
  readonly to?: SpanGiven
  readonly limit: number
  readonly after?: string
  readonly file?: NewFile
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
    .option('--from <TIME>', 'begin with this day or time, such as 2026-03-01, yesterday or last-month', parseSpan)
    .option('--to <TIME>', 'end with this day, or before this time', parseSpan)
    .option('--limit <N>', 'how many lines at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option('--after <PLACE>', 'continue after a page: its next', parseValue)
    .option('--file <FILE>', `write the whole period into a new file, ${endings}`, parseFile)
    .addHelpText('after', afterHelp)
    .action((accountId: string, currency: string, given: Given) => {
      const { from, to, limit, after, file } = given
      return context.answer((store) => {
        const today = todayOf(store)
        const query: StatementQuery = {
          accountId,
          currency,
          limit,
          ...(from && { fromMs: from(today).fromMs }),
          ...(to && { toMs: to(today).toMs }),
          ...(after !== undefined && { after }),
        }
        const wanted = { query, today, read: readAccountStatement(store) }
        return file === undefined ? shown(wanted) : written(file, wanted)
      })
    })
}

type NewFile = { readonly path: string; readonly ending: StatementEnding }

const endings = statementEndings
  .map((ending) => `.${ending}`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

/** Reads the name of a statement's file, whose ending is its format. */
function parseFile(path: string): NewFile {
  const ending = statementEndings.find((one) => path.toLowerCase().endsWith(`.${one}`))
  if (ending) return { path, ending }
  throw new InvalidArgumentError(`Expected the path of a file that ends in ${endings}.`)
}

const afterHelp = `
Amounts are changes of the whole balance, so money that is held or released has
the amount 0. A file begins with the balance before the period: its amounts add
up to the balance after it.

Files: .csv for programs, .xlsx for spreadsheets, .ofx for accounting programs.

Lines: balance_funded and balance_withdrawn are the operator's; payout_held sets
a payout's money aside, payout_settled is its end, payout_released gives it
back; collection_credited is a collection that succeeded.

Examples:
  sente statement 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX
  sente statement 0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d UGX \\
      --from 2026-03-01 --to 2026-03-31 --file march.xlsx`

/** A statement, and the calendar of its days. */
type Wanted = { readonly query: StatementQuery; readonly today: Today; readonly read: ReadAccountStatement }

async function shown({ query, today, read }: Wanted): Promise<CommandAnswer | Refused> {
  const page = await read(query)
  if (isRefusal(page)) return page
  return { json: statementForOperators(page, query.currency), text: statementText(page, query.currency, today.days) }
}

async function written({ path, ending }: NewFile, { query, today, read }: Wanted): Promise<CommandAnswer | Refused> {
  const whole = { ...query, limit: 1_000 }
  const first = await read(whole)
  if (isRefusal(first)) return first
  let lines = 0
  const pages = pagesFrom(first, async (after) => {
    const page = await read({ ...whole, after })
    if (isRefusal(page)) throw new Error(page.message)
    return page
  })
  const counted = async function* () {
    for await (const page of pages) {
      lines += page.lines.length
      yield page
    }
  }
  const refused = await writeNewFile(path, statementFile(ending, counted(), { ...query, ...today }))
  return refused ?? { json: { file: path, lines }, text: `Lines written to ${path}: ${lines}\n` }
}

function statementText({ opening, lines, closing, next }: Statement, currency: string, days: Calendar): string {
  const balance = ({ availableMinor, heldMinor }: Balance) => ({
    Available: toDecimal(availableMinor, currency),
    Held: toDecimal(heldMinor, currency),
  })
  const rows = [
    { At: '', Kind: 'opening', Amount: '', ...balance(opening), Reference: '' },
    ...lines.map((line) => ({
      At: local(line.posting.atMs, days),
      Kind: line.kind,
      Amount: toDecimal(wholeMinor(changeIn(line)), currency),
      ...balance(line.after),
      Reference: line.reference,
    })),
    { At: '', Kind: 'closing', Amount: '', ...balance(closing), Reference: '' },
  ]
  const numbers = ['Amount', 'Available', 'Held'] as const
  const more = next === null ? '' : `\nThere are more: repeat the command with --after ${next}\n`
  return table(['At', 'Kind', 'Amount', 'Available', 'Held', 'Reference'], rows, [...numbers]) + more
}
