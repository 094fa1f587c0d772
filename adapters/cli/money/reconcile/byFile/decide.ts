import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { scopeOfGathered } from '../../../action/proposal/gathered.ts'
import { changeAnswer, decidedAnswer } from '../../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../../context.ts'
import type { CliStore } from '../../../deps.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../../program/attribution.ts'
import { parsePath } from '../../../program/values.ts'
import { decisionWords } from './columns.ts'
import { type ReadDecisions, readDecisions } from './readDecisions.ts'

type Given = GivenAttribution & { readonly dryRun?: true }

/** Adds `reconcile decide`. */
export function decideCommand(group: Command, context: CommandContext): void {
  const command = group
    .command('decide')
    .summary('decide exceptions as a file says')
    .description(
      'Reads decisions from a file that sente reconcile exceptions --export has written: ' +
        `decision (${decisionWords.join(', ')}) or new_owner, and reason; lines without these are left out. ` +
        'record needs account and reference, and refund_of for a refund. ' +
        'A file with a fault changes nothing. A line whose entry has changed since stays open, and is listed.',
    )
    .argument('<FILE>', 'the file, in CSV or a workbook', parsePath)
    .option('--dry-run', 'change nothing, and show what the file decides')
  attributed(command, 'needed')
    .addHelpText(
      'after',
      '\nThe reason of --because is that of the lines without one.\n\nExample:\n  sente reconcile decide april.xlsx --dry-run --because "the work on April"',
    )
    .action((path: string, given: Given) => context.answer((store) => decide(path, given, { store, context })))
}

async function decide(
  path: string,
  given: Given,
  { store, context }: { readonly store: CliStore; readonly context: CommandContext },
): Promise<CommandAnswer | Refused> {
  const file = await readFile(path).catch(({ message }: Error) => message)
  if (typeof file === 'string') return { refused: 'file_not_read', message: file }
  const who = attributionOf(given, context)
  const read = await readDecisions(store, file, who.because ?? '')
  if ('faults' in read) {
    const message = `Nothing is changed. Faults of ${path}: ${read.faults.length}\n${read.faults.join('\n')}`
    return { refused: 'unfit_file', message }
  }
  if (given.dryRun) return scopeOfFile(store, read)
  if (read.decisions.length === 0) return withRest({ json: { entries: 0 }, text: 'Entries decided: 0\n' }, read)
  const request = { source: { file: basename(path) }, decisions: read.decisions }
  return changeAnswer(store, { change: { kind: 'reconcile.decide', request }, ...who }, (made) =>
    withRest(decidedAnswer(made), read),
  )
}

async function scopeOfFile(store: CliStore, read: ReadDecisions): Promise<CommandAnswer> {
  const { entries, json, text } = await scopeOfGathered(store, read.decisions)
  return withRest(
    { json: { dry_run: true, ...json }, text: `Nothing is changed. Entries: ${entries}\n\n${text}` },
    read,
  )
}

/** An answer with the lines that were decided before, or have changed. */
function withRest(answer: CommandAnswer, { before, changed }: ReadDecisions): CommandAnswer {
  const lines = changed.map(({ line, because }) => `Line ${line} is left out: ${because}\n`).join('')
  return {
    ...answer,
    json: { ...answer.json, decided_before: before, changed },
    text: `${answer.text}\nLines decided before: ${before}\n${lines}`,
    ...(changed.length > 0 && { exitCode: 1 as const }),
  }
}
