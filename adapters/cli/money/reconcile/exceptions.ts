import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Bucket, type ExceptionQuery, exceptions, listExceptions, networkNames } from '../../../../core/sente.ts'
import { textTables } from '../../../formats/textTable.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { parseName, parsePath, parseValue, wholeNumber } from '../../program/values.ts'
import { writeNewFile } from '../newFile.ts'
import { filledColumns, shownColumns } from './byFile/columns.ts'
import { exampleRun } from './decide.ts'
import { filteredByRow, type GivenRows, rowsOf } from './filter.ts'
import { exceptionJson, exceptionTable } from './view.ts'

type Given = GivenRows & {
  readonly network?: string
  readonly bucket?: Bucket
  readonly owner?: string
  readonly unassigned?: true
  readonly ended?: true
  readonly before?: NonNullable<ExceptionQuery['before']>
  readonly limit: number
  readonly export?: string
}

/** Adds `reconcile exceptions`. */
export function exceptionsCommand(group: Command, context: CommandContext): void {
  const listing = group
    .command('exceptions')
    .summary('list the open exceptions of all comparisons, latest first')
    .description(
      'Lists the unresolved exceptions of all comparisons that match every given option, those of the ' +
        'latest comparison first, each with its comparison, its network and its owner.',
    )
    .option('--network <NETWORK>', "only those in this network's files, such as MTN", parseValue)
    .addOption(new Option('--bucket <BUCKET>', 'only in this bucket').choices(exceptions))
  filteredByRow(listing)
    .option('--owner <NAME>', 'only those of this person', parseName)
    .addOption(new Option('--unassigned', 'only those without an owner').conflicts('owner'))
    .option('--ended', 'list the resolved ones instead')
    .option('--before <RUN.N>', 'continue after a page: its next', parsePosition)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .option(
      '--export <FILE>',
      'write all of them into this new file, .csv or .xlsx, for sente reconcile decide',
      parseTable,
    )
    .addHelpText(
      'after',
      `\nExamples:\n  sente reconcile exceptions --network MTN --unassigned\n  sente reconcile exceptions --before ${exampleRun}.317`,
    )
    .action((given: Given) =>
      context.answer((store) =>
        given.export === undefined ? list(given, store) : written(given.export, given, store),
      ),
    )
}

/** Reads the place of an exception: its comparison and its number. */
function parsePosition(text: string): { readonly runId: string; readonly item: number } {
  const [, runId, item] = /^([0-9a-f-]{36})\.([0-9]{1,15})$/.exec(text) ?? []
  if (runId !== undefined) return { runId, item: Number(item) }
  throw new InvalidArgumentError(`Expected a comparison and the number of an entry, such as ${exampleRun}.317.`)
}

/** Reads the path of a table's file. */
function parseTable(text: string): string {
  if (/\.(?:csv|xlsx)$/i.test(text)) return parsePath(text)
  throw new InvalidArgumentError('Expected a file whose name ends in .csv or .xlsx.')
}

/** Writes all exceptions that match into a file that people fill in. */
async function written(file: string, given: Given, store: CliStore): Promise<CommandAnswer | Refused> {
  const table = textTables[file.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx']
  const { days } = todayOf(store)
  let lines = 0
  const rows = async function* () {
    for (let before = given.before; ; ) {
      const page = await listExceptions(store)({ ...queryOf(given), limit: 1_000, ...(before && { before }) })
      lines += page.found.length
      for (const found of page.found)
        yield [...shownColumns.map(([, value]) => value(found, days) ?? ''), ...filledColumns.map(() => '')]
      if (page.next === null) return
      before = page.next
    }
  }
  const header = [...shownColumns.map(([name]) => name), ...filledColumns]
  const refused = await writeNewFile(file, table(header, rows()))
  if (refused) return refused
  const text = `Exceptions written to ${file}: ${lines}\nFill in decision or new_owner, and reason, and run: sente reconcile decide ${file}\n`
  return { json: { file, lines }, text }
}

function queryOf({ owner, unassigned, ended, network, bucket, ...rows }: Given): Omit<ExceptionQuery, 'limit'> {
  return {
    isOpen: !ended,
    ...(network !== undefined && { network }),
    ...(bucket !== undefined && { bucket }),
    ...rowsOf(rows),
    ...(owner !== undefined && { owner }),
    ...(unassigned && { owner: null }),
  }
}

async function list(given: Given, store: CliStore): Promise<CommandAnswer | Refused> {
  const { before, ended, limit } = given
  const page = await listExceptions(store)({ ...queryOf(given), ...(before && { before }), limit })
  if (page.found.length === 0) return none(given, ended ? 'resolved' : 'open', store)
  const nowMs = store.clock.nowMs()
  const next = page.next && `${page.next.runId}.${page.next.item}`
  const more = next === null ? '' : `\nThere are more: repeat the command with --before ${next}\n`
  return {
    json: { exceptions: page.found.map((one) => exceptionJson(one, nowMs)), next },
    text: exceptionTable(page.found, todayOf(store)) + more,
  }
}

/**
 * The answer without results. It names a network that is not configured, since a mistyped name would look as if all was
 * well.
 */
function none({ network }: Pick<Given, 'network'>, state: string, { market }: CliStore): CommandAnswer | Refused {
  const known = networkNames(market)
  if (network !== undefined && !known.includes(network)) {
    const message = `${network} is not in the configuration, whose networks are: ${known.join(', ')}`
    return { refused: 'unknown_network', message }
  }
  return { json: { exceptions: [], next: null }, text: `There are no ${state} exceptions like these.\n` }
}
