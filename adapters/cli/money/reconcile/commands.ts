import { type Command, Option } from 'commander'
import {
  type Bucket,
  buckets,
  type EntryNote,
  exceptions,
  findBookedFees,
  findEntry,
  findReconciliation,
  isRefusal,
  listReconciliations,
} from '../../../../core/sente.ts'
import { todayOf } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { eachOf, parsePath, parseValue, wholeNumber } from '../../program/values.ts'
import { writeCsv } from '../newFile.ts'
import { bookedText, feeJson } from './bookFees.ts'
import { bucketHelp, decisionCommands, exampleRun } from './decide.ts'
import { exceptionsCommand } from './exceptions.ts'
import { fileCommand } from './file.ts'
import { profileCommands } from './profiles.ts'
import { ruleCommands } from './rules/commands.ts'
import {
  confirmedJson,
  confirmedTable,
  entryCsv,
  entryJson,
  entryTable,
  noteJson,
  noteTable,
  runJson,
  runTable,
  runText,
} from './view.ts'

/** Adds `sente reconcile`. */
export function reconcileCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('reconcile')
    .summary('compare the books with the files of networks')
    .description(
      "Compares a network's own file with the books, row by row, and stores the result for every row. It moves no " +
        'money. sente reconcile FILE is sente reconcile file FILE. docs/operating/reconciliation.md explains it.',
    )
  fileCommand(group, context)
  group
    .command('list')
    .summary('list comparisons, and the share of money that the networks confirm')
    .description(
      "Lists the latest comparisons, and for each network the share of the last 30 days' money that its own files " +
        'confirm, with the oldest unconfirmed payment.',
    )
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 20)
    .addHelpText('after', '\nExample:\n  sente reconcile list')
    .action(({ limit }: { limit: number }) => context.answer((store) => list(limit, store)))
  group
    .command('show')
    .summary('show the result of a comparison')
    .description(
      'Shows the totals of a comparison, and its open exceptions. With --entry it shows one row with all decisions ' +
        'about it.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .addOption(new Option('--bucket <BUCKET>', bucketHelp).choices(buckets).argParser(eachOf(buckets)))
    .option('--all', 'resolved ones, too')
    .option('--entry <N>', 'one entry, by its number, with its history', wholeNumber({ least: 1, most: 1e12 }))
    .option('--after <N>', 'continue after a page: its next', wholeNumber({ least: 0, most: 1e12 }))
    .option('--limit <N>', 'how many at most, up to 1000', wholeNumber({ least: 1, most: 1_000 }), 50)
    .addHelpText(
      'after',
      `\nExamples:\n  sente reconcile show ${exampleRun}\n  sente reconcile show ${exampleRun} --bucket missing_here`,
    )
    .action((runId: string, given: Shown) => context.answer((store) => show(runId, given, store)))
  exceptionsCommand(group, context)
  group
    .command('export')
    .summary('write the whole result of a comparison as CSV')
    .description(
      'Writes every row of a comparison, with its result, its owner and its resolution, into a new CSV file.',
    )
    .argument('<RUN>', 'the comparison, by its id', parseValue)
    .argument('<FILE>', 'the new file', parsePath)
    .addHelpText('after', `\nExample:\n  sente reconcile export ${exampleRun} march-compared.csv`)
    .action((runId: string, file: string) => context.answer((store) => written(runId, file, store)))
  decisionCommands(group, context)
  profileCommands(group, context)
  ruleCommands(group, context)
}

type Shown = {
  readonly bucket?: readonly Bucket[]
  readonly all?: true
  readonly entry?: number
  readonly after?: number
  readonly limit: number
}

async function list(limit: number, store: CliStore): Promise<CommandAnswer> {
  const { runs, confirmed } = await listReconciliations(store)({ limit })
  const { nowMs, days } = todayOf(store)
  const json = { reconciliations: runs.map(runJson), confirmed: confirmed.map((one) => confirmedJson(one, nowMs)) }
  const text = runs.length === 0 ? 'No file of a network has been compared yet.\n' : runTable(runs, days)
  return { json, text: confirmed.length === 0 ? text : `${text}\n${confirmedTable(confirmed, nowMs)}` }
}

async function show(
  runId: string,
  { bucket = exceptions, all, entry, after, limit }: Shown,
  store: CliStore,
): Promise<CommandAnswer | Refused> {
  if (entry !== undefined) return showEntry(runId, entry, store)
  const query = {
    runId,
    buckets: bucket,
    limit,
    ...(!all && { open: true as const }),
    ...(after !== undefined && { after }),
  }
  const found = await findReconciliation(store)(query)
  if (isRefusal(found)) return found
  const { run, entries, next } = found
  const { nowMs, days } = todayOf(store)
  const booked = await findBookedFees(store)({ run })
  const none = all ? '\nThere are no entries like these.\n' : '\nThere are no open entries like these.\n'
  const more = next === null ? '' : `\nThere are more: repeat the command with --after ${next}\n`
  return {
    json: {
      ...runJson(run),
      fees_booked: booked.map(feeJson),
      entries: entries.map((one) => entryJson(one, nowMs)),
      next,
    },
    text:
      runText(run, days) +
      bookedText(run, booked) +
      (entries.length === 0 ? none : `\n${entryTable(entries, { nowMs, days })}`) +
      more,
  }
}

async function showEntry(runId: string, item: number, store: CliStore): Promise<CommandAnswer | Refused> {
  const found = await findEntry(store)({ runId, item })
  if (isRefusal(found)) return found
  const nowMs = store.clock.nowMs()
  const history: readonly EntryNote[] = found.notes
  const text =
    entryTable([found.entry], todayOf(store)) +
    (history.length === 0 ? '' : `\n${noteTable(history, todayOf(store).days)}`)
  return { json: { ...entryJson(found.entry, nowMs), history: history.map(noteJson) }, text }
}

async function written(runId: string, file: string, store: CliStore): Promise<CommandAnswer | Refused> {
  const found = await findReconciliation(store)({ runId, limit: 1 })
  if (isRefusal(found)) return found
  const lines = await writeCsv(file, entryCsv.header, rowsOf(runId, store))
  if (typeof lines !== 'number') return lines
  return { json: { file, lines }, text: `Lines written to ${file}: ${lines}\n` }
}

async function* rowsOf(runId: string, store: CliStore) {
  const { days } = todayOf(store)
  for (let after = 0; ; ) {
    const page = await findReconciliation(store)({ runId, after, limit: 1_000 })
    if (isRefusal(page)) return
    yield page.entries.map((entry) => entryCsv.row(entry, days))
    if (page.next === null) return
    after = page.next
  }
}
