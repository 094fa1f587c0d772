import { mkdirSync, readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { closeDay, isRefusal, noteClose } from '../../../../core/sente.ts'
import { momentOf } from '../../../formats/moment.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import type { CliStore } from '../../deps.ts'
import { writeNewFile } from '../../output/newFile.ts'
import { lines } from '../../output/output.ts'
import { recorded } from '../../output/recorded.ts'
import { digestOf, publicKeyOf, readSigningKey, signedFile } from '../../output/signedFile.ts'
import { attributed, attributionOf, type GivenAttribution } from '../../program/attribution.ts'
import { parsePath } from '../../program/values.ts'
import { checkSeries, closeForm, dayAfter, fileOf, lastClose } from './series.ts'
import { closeJson } from './view.ts'

type Given = { readonly into: string; readonly key?: string; readonly offset: string } & GivenAttribution

/** Adds `sente close-day`. */
export function closeDayCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('close-day')
    .summary('close the books of a day, signed, as one of a series')
    .description(
      'Writes down what the books were when a day ended, signed, and with the digest of the day before, so that no close ' +
        'can be changed or left out later. sente close-day DATE is sente close-day write DATE. ' +
        'docs/operating/closing-days.md explains it.',
    )
  const closing = group
    .command('write', { isDefault: true })
    .summary('close a day')
    .description(
      'Sums up the books as they were when the day ended, audits them, and writes the close into a new file. Each day is ' +
        'closed once, and the days in turn; the first one begins the series.',
    )
    .argument('<DATE>', 'the day, such as 2026-03-31', parseDay)
    .requiredOption('--into <FOLDER>', 'the folder of the series', parsePath)
    .option('--key <FILE>', 'the private key that signs it; by default that of SENTE_CASE_KEY_FILE', parsePath)
    .option('--offset <OFFSET>', 'where the day begins: the offset from UTC, such as +03:00', parseOffset, 'Z')
    .addHelpText('after', '\nExample:\n  sente close-day 2026-03-31 --offset +03:00 --into ./closes --key ./close.pem')
  attributed(closing).action((day: string, given: Given) =>
    context.answer((store) => write(day, given, { store, context })),
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
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && momentOf(text) !== undefined) return text
  throw new InvalidArgumentError('Expected a day, such as 2026-03-31.')
}

function parseOffset(text: string): string {
  if (/^[+-]\d{2}:\d{2}$/.test(text) && momentOf(`2026-01-01T00:00${text}`) !== undefined) return text
  throw new InvalidArgumentError('Expected an offset from UTC, such as +03:00.')
}

function parsePublicKey(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new InvalidArgumentError('Expected 64 hexadecimal digits.')
}

type Place = { readonly store: CliStore; readonly context: CommandContext }

async function write(
  day: string,
  { into, key, offset, ...given }: Given,
  place: Place,
): Promise<CommandAnswer | Refused> {
  const { store, context } = place
  const signingKey = readSigningKey(key === undefined ? (context.caseKey() ?? '') : readIfThere(key))
  if (!signingKey) {
    return { refused: 'no_signing_key', message: `${key ?? 'SENTE_CASE_KEY_FILE'} is no private key of Ed25519 in PEM` }
  }
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const before = lastClose(into)
  if (before && dayAfter(before.day) !== day) {
    return { refused: 'day_not_next', message: `The next day to close is ${dayAfter(before.day)}` }
  }
  const time = { fromMs: beginOf(day, offset), toMs: beginOf(dayAfter(day), offset) }
  const close = await closeDay(store)(time)
  if (isRefusal(close)) return close
  const who = attributionOf(given, context)
  const json = closeJson(close, { day, by: who.by, before: before?.digest ?? null })
  const text = signedFile(closeForm, json, signingKey)
  const file = fileOf(into, day)
  const refused = await writeNewFile(file, text)
  if (refused) return refused
  const { audit } = close
  const digest = digestOf(text)
  const answer: CommandAnswer = {
    json: { file, digest, public_key: publicKeyOf(signingKey), ...json },
    text: lines([
      ['Day', day],
      ['File', file],
      ['Digest', digest],
      ['Public key', publicKeyOf(signingKey)],
      ['Audit', audit.ok ? `${audit.checked} rows, all in order` : `${audit.broken} rows are broken: see sente audit`],
    ]),
    ...(audit.ok ? {} : { exitCode: 1 as const }),
  }
  return recorded(answer, () => noteClose(store)({ ...who, day, file, digest, broken: audit.broken }))
}

function beginOf(day: string, offset: string): number {
  return momentOf(`${day}T00:00${offset}`) ?? Number.NaN
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Whatever keeps it from being read, there is no key.
    return ''
  }
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
