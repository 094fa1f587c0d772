import { type Command, InvalidArgumentError } from 'commander'
import { dateIn } from '../../../written/moment.ts'
import type { CommandAnswer, CommandContext } from '../../context.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parsePath } from '../../program/values.ts'
import { checkSeries } from './series.ts'
import { closeDays } from './write.ts'

type Given = {
  readonly into: string
  readonly key?: string
  readonly all?: true
  readonly newSeries?: true
} & GivenAttribution

/** Adds `sente close-day`. */
export function closeDayCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('close-day')
    .summary('close the books of a day, signed, as one of a series')
    .description(
      'Records the state of the books at the end of a day, signed, with the digest of the day before, so that no close ' +
        'can be changed or left out later. sente close-day DATE is sente close-day write DATE. ' +
        'docs/operating/closing-days.md explains it.',
    )
  const closing = group
    .command('write', { isDefault: true })
    .summary('close a day')
    .description(
      'Sums up the books at the end of the day, audits them, and writes the close into a new file. Each day is ' +
        'closed once, and the days in turn; the first one begins the series. yesterday also closes earlier days ' +
        'that were left out. Refused if the folder lacks the last recorded close. A day ends at midnight in the ' +
        'limits.time_zone of the configuration file.',
    )
    .argument('<DATE>', 'the day, such as 2026-03-31, or yesterday', parseDay)
    .requiredOption('--into <FOLDER>', 'the folder of the series', parsePath)
    .option('--key <FILE>', 'the private key that signs it; by default the one in SENTE_CASE_KEY_FILE', parsePath)
    .option('--all', 'read and check everything, not only the rows since the last audit')
    .option('--new-series', 'begin a series in an empty folder, because the folder with the last close is lost')
    .addHelpText(
      'after',
      '\nExamples:\n  sente close-day 2026-03-31 --into ./closes --key ./close.pem\n  sente close-day yesterday --into ./closes',
    )
  attributed(closing).action((day: string, { into, key, all, newSeries, ...who }: Given) =>
    context.answer((store) => {
      const progress = context.progress('bar')
      const closing = closeDays(day, {
        folder: into,
        who: attributionOf(who, context),
        keyFile: key,
        caseKey: context.caseKey,
        store,
        all: all === true,
        beginsSeries: newSeries === true,
        onProgress: progress.show,
      })
      return closing.finally(progress.end)
    }),
  )
  group
    .command('verify')
    .summary('check a series of closes')
    .description(
      'Checks that each close is signed and unchanged, that none is missing, and that each has the digest of the one ' +
        'before. It needs no database: an examiner can do it.',
    )
    .argument('<FOLDER>', 'the folder of the series', parsePath)
    .requiredOption('--public-key <HEX>', 'the public key: 64 hexadecimal digits', parsePublicKey)
    .addHelpText('after', '\nExample:\n  sente close-day verify ./closes --public-key 0f3c...')
    .action((folder: string, { publicKey }: { publicKey: string }) => context.report(verify(folder, publicKey)))
}

function parseDay(text: string): string {
  if (text === 'yesterday' || dateIn(text) !== undefined) return text
  throw new InvalidArgumentError('Expected a day, such as 2026-03-31, or yesterday.')
}

function parsePublicKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('Expected 64 hexadecimal digits.')
}

function verify(folder: string, publicKey: string): CommandAnswer {
  const series = checkSeries(folder, publicKey)
  const { days, first, last, problems } = series
  const ok = problems.length === 0 && days > 0
  const text = [
    days === 0 ? `There is no close in ${folder}` : `${days} days from ${first} to ${last}`,
    ...problems.map(({ day, problem }) => `${day}: ${problem}`),
    ...(ok ? ['Each is signed, unchanged, and follows from the day before'] : []),
  ]
  return { json: { ok, ...series }, text: `${text.join('\n')}\n`, ...(ok ? {} : { exitCode: 1 as const }) }
}
