import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Bucket, type ExceptionQuery, exceptions, listExceptions, networkNames } from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { parseName, parseValue, wholeNumber } from '../../program/values.ts'
import { exampleRun } from './decide.ts'
import { exceptionJson, exceptionTable } from './view.ts'

type Given = {
  readonly network?: string
  readonly bucket?: Bucket
  readonly owner?: string
  readonly unassigned?: true
  readonly ended?: true
  readonly before?: NonNullable<ExceptionQuery['before']>
  readonly limit: number
}

/** Adds `reconcile exceptions`. */
export function exceptionsCommand(group: Command, context: CommandContext): void {
  group
    .command('exceptions')
    .summary('list the open exceptions of all comparisons, latest first')
    .description(
      'Lists the unresolved exceptions of all comparisons that match every given option, those of the ' +
        'latest comparison first, each with its comparison, its network and its owner.',
    )
    .option('--network <NETWORK>', "only those in this network's files, such as MTN", parseValue)
    .addOption(new Option('--bucket <BUCKET>', 'only in this bucket').choices(exceptions))
    .option('--owner <NAME>', 'only those of this person', parseName)
    .addOption(new Option('--unassigned', 'only those without an owner').conflicts('owner'))
    .option('--ended', 'list the resolved ones instead')
    .option('--before <RUN.N>', 'continue after a page: its next', parsePosition)
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .addHelpText(
      'after',
      `\nExamples:\n  sente reconcile exceptions --network MTN --unassigned\n  sente reconcile exceptions --before ${exampleRun}.317`,
    )
    .action((given: Given) => context.answer((store) => list(given, store)))
}

/** Reads the place of an exception: its comparison and its number. */
function parsePosition(text: string): { readonly runId: string; readonly item: number } {
  const [, runId, item] = /^([0-9a-f-]{36})\.([0-9]{1,15})$/.exec(text) ?? []
  if (runId !== undefined) return { runId, item: Number(item) }
  throw new InvalidArgumentError(`Expected a comparison and the number of an entry, such as ${exampleRun}.317.`)
}

async function list(
  { owner, unassigned, ended, limit, ...given }: Given,
  store: CliStore,
): Promise<CommandAnswer | Refused> {
  const query = { ...given, ...(owner !== undefined && { owner }), ...(unassigned && { owner: null }), limit }
  const page = await listExceptions(store)({ ...query, isOpen: !ended })
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
