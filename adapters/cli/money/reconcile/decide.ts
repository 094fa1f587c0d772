import { type Command, Option } from 'commander'
import {
  assignEntries,
  type Bucket,
  type EntriesDecided,
  type EntryChoice,
  exceptions,
  isRefusal,
  type OperatorRefusal,
} from '../../../../core/sente.ts'
import { changeAnswer, decidedAnswer, entriesAnswer } from '../../action/proposal/view.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import { eachOf, parseName, parseValue } from '../../program/values.ts'
import { bookFeesCommand } from './bookFees.ts'
import { decideCommand } from './byFile/decide.ts'
import { classifyCommand } from './classify.ts'
import { filtered, filterOf, type GivenFilter, scopeAnswer } from './filter.ts'
import { recordCommand } from './record.ts'
import { withdrawCommand } from './withdraw.ts'

/** An id for examples. */
export const exampleRun = '0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d'

/** The help of `--bucket`. */
export const bucketHelp = 'only in this bucket; may be repeated'

type Given = GivenFilter & {
  readonly bucket?: readonly Bucket[]
  readonly because: string
  readonly by?: string
}

/** Adds `reconcile assign` and `reconcile resolve`. */
export function decisionCommands(group: Command, context: CommandContext): void {
  chosen(
    group
      .command('assign')
      .summary('assign open exceptions to a person')
      .description('Sets the owner of exceptions of a comparison. Earlier owners stay on record.')
      .argument('<RUN>', 'the comparison, by its id', parseValue)
      .requiredOption('--owner <NAME>', 'the person who investigates them', parseName),
  )
    .addHelpText(
      'after',
      `\nExample:\n  sente reconcile assign ${exampleRun} --owner okello \\\n      --bucket missing_here --because "ticket 4711"`,
    )
    .action((runId: string, { owner, ...given }: Given & { readonly owner: string }) =>
      context.answer((store) =>
        given.dryRun
          ? scopeAnswer(store, choiceOf(runId, given))
          : decided(`assigned to ${owner}`, assignEntries(store)({ ...decisionOf(runId, given, context), owner })),
      ),
    )
  chosen(
    group
      .command('resolve')
      .summary('resolve exceptions, and end their payments')
      .description(
        'Resolves open exceptions. With --end-payments each open payment that a row explains is first ended ' +
          'with the outcome in the row, as by sente transaction resolve, with the row as its reason: succeeded settles the ' +
          'held money or credits a collection, failed makes the held money available again. That is final.',
      )
      .argument('<RUN>', 'the comparison, by its id', parseValue)
      .option('--end-payments', 'end the open payments that the rows explain'),
  )
    .addHelpText(
      'after',
      `\nExample:\n  sente reconcile resolve ${exampleRun} --bucket state_differs --end-payments \\\n      --because "as MTN's file of March says, ticket 4711"`,
    )
    .action((runId: string, { endPayments = false, ...given }: Given & { readonly endPayments?: boolean }) => {
      const { because, by, ...choice } = decisionOf(runId, given, context)
      const change = { kind: 'reconcile.resolve', request: { ...choice, endPayments } } as const
      return context.answer((store) =>
        given.dryRun ? scopeAnswer(store, choice) : changeAnswer(store, { change, because, by }, decidedAnswer),
      )
    })
  recordCommand(group, context)
  classifyCommand(group, context)
  decideCommand(group, context)
  withdrawCommand(group, context)
  bookFeesCommand(group, context)
}

function chosen(command: Command): Command {
  return filtered(
    command.addOption(new Option('--bucket <BUCKET>', bucketHelp).choices(exceptions).argParser(eachOf(exceptions))),
  )
    .requiredOption('--because <TEXT>', 'why, for the record: 1 to 500 characters', parseValue)
    .option('--by <NAME>', 'the person who decided; by default the user of the operating system', parseName)
}

function decisionOf(runId: string, given: Given, { operator }: CommandContext) {
  return { ...choiceOf(runId, given), because: given.because, by: given.by ?? operator }
}

function choiceOf(runId: string, { bucket, ...given }: Given): EntryChoice {
  return { ...filterOf(runId, given), ...(bucket && { buckets: bucket }) }
}

async function decided(
  what: string,
  deciding: Promise<EntriesDecided | OperatorRefusal>,
): Promise<CommandAnswer | Refused> {
  const done = await deciding
  return isRefusal(done) ? done : entriesAnswer(what, done)
}
