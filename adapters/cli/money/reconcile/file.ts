import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { type Calendar, isRefusal, type Reconciled, type Run, reconcile } from '../../../../core/sente.ts'
import { local } from '../../../formats/moment.ts'
import { todayOf } from '../../../written/moment.ts'
import { isUnread, type ReadableFile, readFile, type UnreadFile } from '../../../written/networkFiles/networkFile.ts'
import { doubtsAbout, refuseUnfinished } from '../../../written/networkFiles/period.ts'
import type { DateOrder } from '../../../written/networkFiles/profile.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { parseName, parsePath, parseSpan, parseValue, type SpanGiven } from '../../program/values.ts'
import { datesOption, profilesNamed, sheetOption } from './profiles.ts'
import { runJson, runText } from './view.ts'

type Given = {
  readonly provider: string
  readonly profile?: string
  readonly sheet?: string
  readonly from: SpanGiven
  readonly to: SpanGiven
  readonly dates?: DateOrder
  readonly dryRun?: true
  readonly sure?: true
  readonly by?: string
}

/** Adds `reconcile file`, the default command of the group. */
export function fileCommand(group: Command, context: CommandContext): void {
  group
    .command('file', { isDefault: true })
    .summary('compare a network’s file with the books')
    .description(
      "Reads a network's export of its own books, and compares every row with the payments. A file with " +
        'a faulty row is refused as a whole. The same file again changes nothing. If the file shows another outcome ' +
        'of a payment, the payment gets the row as evidence, and needs attention; only you decide about it. A file ' +
        'that looks like the wrong one is shown as by --dry-run, and is stored only with --sure.',
    )
    .argument('<FILE>', 'the file from the portal, unchanged', parsePath)
    .requiredOption('--provider <NAME>', 'the network, as in the configuration, such as MTN', parseValue)
    .requiredOption(
      '--from <TIME>',
      'the file has every payment from this day or time on, such as 2026-03-01',
      parseSpan,
    )
    .requiredOption('--to <TIME>', 'and up to the end of this day, or before this time', parseSpan)
    .option('--profile <NAME>', 'how to read it: a profile by name, or your own in a JSON file', parseValue)
    .option(...sheetOption)
    .addOption(datesOption())
    .option('--dry-run', 'compare, and store nothing')
    .option('--sure', 'store it, although the file looks like the wrong one')
    .option('--by <NAME>', 'the person who compares; by default the user of the operating system', parseName)
    .addHelpText('after', afterHelp)
    .action((file: string, given: Given) => context.answer((store) => compare(file, given, { store, context })))
}

const afterHelp = `
Examples:
  sente reconcile march.csv --provider MTN --from 2026-03-01 --to 2026-03-31
  sente reconcile march.csv --provider MTN --from 2026-03-01T00:00:00+03:00 \\
      --to 2026-04-01T00:00:00+03:00 --dates day-first --dry-run`

type Around = { readonly store: CliStore; readonly context: CommandContext }

async function compare(
  file: string,
  { provider, profile, sheet, from, to, dates, dryRun, sure, by }: Given,
  { store, context }: Around,
): Promise<CommandAnswer | Refused> {
  const profiles = profilesNamed(profile)
  if ('refused' in profiles) return profiles
  const today = todayOf(store)
  const end = to(today)
  const unfinished = refuseUnfinished(end, today.nowMs)
  if (unfinished) return unfinished
  const progress = context.progress()
  try {
    const { size } = statSync(file)
    const read = await readFile({
      file,
      sheet,
      profiles,
      ...(dates && { dates }),
      onBytes: (done) => progress.show({ doing: 'bytes read', done, of: size }),
    })
    if (isUnread(read)) return unread(file, read)
    const { digest, rows, unnamed } = read
    const of = rows.count()
    const compared = await reconcile(store)({
      file: nameOf(file),
      digest,
      network: provider,
      profile: read.profile.name,
      fromMs: from(today).fromMs,
      toMs: end.toMs,
      by: by ?? context.operator,
      isRehearsal: dryRun ?? false,
      isSure: sure ?? false,
      doubts: doubtsAbout(read.profile, provider),
      rows,
      onProgress: (done) => progress.show({ doing: 'rows compared', done, of }),
    })
    if (isRefusal(compared)) return compared
    return comparedAnswer(compared, { dryRun: dryRun ?? false, unnamed, days: today.days })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { refused: 'file_not_read', message: `There is no file ${file}` }
  } finally {
    progress.end()
  }
}

type Comparing = { readonly dryRun: boolean; readonly days: Calendar } & Pick<ReadableFile, 'unnamed'>

function comparedAnswer(compared: Reconciled, { dryRun, unnamed, days }: Comparing): CommandAnswer {
  const { run, already, isStored, unlikely, outside, unended } = compared
  const isStopped = !dryRun && !isStored
  const named = [...unnamed].map(([text, rows]) => ({ text, rows }))
  return {
    json: {
      ...runJson(run),
      already,
      dry_run: dryRun,
      stored: isStored,
      unlikely,
      outside,
      unnamed: named,
      unended: unended?.id ?? null,
    },
    text: `${stateText(compared, dryRun)}\n${unendedText(unended, days)}\n${runText(run, days)}${outsideText(outside)}${unnamedText(named)}`,
    ...(isStopped && { exitCode: 1 }),
  }
}

function stateText({ already, isStored, unlikely }: Reconciled, dryRun: boolean): string {
  const doubt =
    unlikely.length === 0 ? '' : `This looks like the wrong file, network, wallet or time: ${unlikely.join('; ')}`
  const state = already ? 'This file was compared before' : isStored ? 'Compared' : 'Nothing was stored'
  if (doubt === '') return dryRun ? `${state}: this was a dry run` : state
  return isStored ? `${state}\n${doubt}` : `${state}\n${doubt}\nRepeat the command with --sure if it is the right one`
}

/** A comparison that was interrupted, or that another process still makes. */
function unendedText(unended: Run | undefined, days: Calendar): string {
  if (!unended) return ''
  const { id, by, begunAtMs } = unended
  return `Begun again: comparison ${id} by ${by} from ${local(begunAtMs, days)} has not ended, and has no effect\n`
}

function outsideText(outside: number): string {
  return outside === 0 ? '' : `\nRows before or after the period: ${outside}\n`
}

function unnamedText(unnamed: readonly { readonly text: string; readonly rows: number }[]): string {
  if (unnamed.length === 0) return ''
  const lines = unnamed.slice(0, unnamedListed).map(({ text, rows }) => `  ${rows} × ${text}\n`)
  const more = unnamed.length > unnamedListed ? `  and ${unnamed.length - unnamedListed} more\n` : ''
  return `\nNot ours, because the profile names no such row:\n${lines.join('')}${more}`
}

/** How many texts of unnamed rows are listed. */
const unnamedListed = 20

function nameOf(file: string): string {
  return file.replace(/^.*[/\\]/, '')
}

function unread(file: string, { refused, message, problems }: UnreadFile): Refused {
  const lines = problems.map(
    ({ line, column, problem }) => `line ${line}${column === null ? '' : `, ${column}`}: ${problem}`,
  )
  return { refused, message: [`${file} is not read. ${message}`, ...lines.slice(1)].join('\n') }
}
