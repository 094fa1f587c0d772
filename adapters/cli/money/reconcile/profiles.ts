import { readFileSync, writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { type FileRow, toDecimal } from '../../../../core/sente.ts'
import { utc } from '../../../formats/moment.ts'
import { type DateOrder, type Profile, readProfile } from '../../../written/networkFiles/profile.ts'
import { profileSchema } from '../../../written/networkFiles/profileSchema.ts'
import { shippedProfiles } from '../../../written/networkFiles/profiles/shipped.ts'
import { isProblem, type RowProblem } from '../../../written/networkFiles/rowReader.ts'
import { type ProfileFit, type TriedFile, tryFile } from '../../../written/networkFiles/tried.ts'
import { UnreadTable } from '../../../written/table/rows/tableRow.ts'
import type { CommandAnswer, CommandContext, Refused } from '../../context.ts'
import { table } from '../../output/output.ts'
import { parsePath, parseValue } from '../../program/values.ts'

/** Adds `sente reconcile profile`. */
export function profileCommands(reconcile: Command, context: CommandContext): void {
  const group = reconcile
    .command('profile')
    .summary('show how files of networks are read')
    .description(
      'A profile has the rules for reading a file of a network. docs/operating/network-profiles.md explains all of them.',
    )
  group
    .command('list')
    .summary('list the built-in profiles')
    .description('Lists the built-in profiles, and the files that they read.')
    .addHelpText('after', '\nExample:\n  sente reconcile profile list')
    .action(() => context.report(list()))
  group
    .command('show')
    .summary('print a profile as JSON')
    .description('Prints a built-in profile as JSON, to be copied and changed.')
    .argument('<NAME>', 'the profile', parseValue)
    .addHelpText('after', '\nExample:\n  sente reconcile profile show external-id > ours.json')
    .action((name: string) => context.answerAlone(async () => show(name)))
  group
    .command('schema')
    .summary('print the JSON Schema of profiles')
    .description('Prints the JSON Schema of profiles, with a description and examples of each field, for an editor.')
    .addHelpText('after', '\nExample:\n  sente reconcile profile schema > profile.schema.json')
    .action(() => context.report({ json: profileSchema, text: `${JSON.stringify(profileSchema, null, 2)}\n` }))
  group
    .command('try')
    .summary('show how a file would be read')
    .description(
      'Shows the profiles whose headings fit a file, best first, the headings that are missing, and how the best ' +
        'profile reads the first rows. Nothing is compared or stored. With --draft it writes a profile with the ' +
        'headings of the file.',
    )
    .argument('<FILE>', 'the file from the portal, unchanged', parsePath)
    .option('--profile <NAME>', 'only this one: a profile by name, or your own in a JSON file', parseValue)
    .option(...sheetOption)
    .addOption(datesOption())
    .option('--draft <FILE>', 'the new file for a profile with the headings of the file', parsePath)
    .addHelpText('after', '\nExample:\n  sente reconcile profile try march.csv --draft ours.json')
    .action((file: string, given: Tried) => context.answerAlone(() => tried(file, given)))
}

/** The option for the sheet of a workbook. */
export const sheetOption = ['--sheet <NAME>', 'the sheet of a workbook; the first one by default', parseValue] as const

/** The option for the order of dates. */
export function datesOption(): Option {
  const choices = ['day-first', 'month-first']
  return new Option('--dates <ORDER>', 'the order of dates, if the file does not prove it').choices(choices)
}

/** The named profile, or all built-in ones. */
export function profilesNamed(name: string | undefined): readonly Profile[] | Refused {
  if (name === undefined) return shippedProfiles
  const found = shippedProfiles.find((profile) => profile.name === name)
  if (found) return [found]
  return name.endsWith('.json') ? ownProfile(name) : unknownProfile(name)
}

function unknownProfile(name: string): Refused {
  const known = shippedProfiles.map((profile) => profile.name).join(', ')
  return { refused: 'unknown_profile', message: `${name} is neither a JSON file nor one of these: ${known}` }
}

function ownProfile(path: string): readonly Profile[] | Refused {
  let json: string
  try {
    json = readFileSync(path, 'utf8')
  } catch (error) {
    return { refused: 'unknown_profile', message: (error as Error).message }
  }
  const read = readProfile(json)
  if ('profile' in read) return [read.profile]
  return { refused: 'malformed_profile', message: `${path} is not a profile: ${read.problems.join('; ')}` }
}

function list(): CommandAnswer {
  const known = shippedProfiles.map(({ name, about }) => ({ name, about }))
  return { json: { profiles: known }, text: table(['name', 'about'] as const, known, []) }
}

function show(name: string): CommandAnswer | Refused {
  const found = shippedProfiles.find((profile) => profile.name === name)
  if (!found) return unknownProfile(name)
  return { json: found, text: `${JSON.stringify(found, null, 2)}\n` }
}

type Tried = { readonly profile?: string; readonly sheet?: string; readonly dates?: DateOrder; readonly draft?: string }

async function tried(file: string, { profile, sheet, dates, draft: target }: Tried): Promise<CommandAnswer | Refused> {
  const profiles = profilesNamed(profile)
  if ('refused' in profiles) return profiles
  try {
    const found = await tryFile({ file, profiles, ...(sheet !== undefined && { sheet }), ...(dates && { dates }) })
    if (target !== undefined && found.draft)
      writeFileSync(target, `${JSON.stringify(found.draft, null, 2)}\n`, { flag: 'wx' })
    return { json: triedJson(found), text: triedText(found) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { refused: 'file_not_read', message }
    if (error instanceof UnreadTable) return { refused: 'unknown_file', message: `${file} ${message}` }
    if (code === 'EEXIST') return { refused: 'file_exists', message: `${target} already exists: name a new file` }
    throw error
  }
}

function triedJson({ fits, draft, problems, rows }: TriedFile) {
  return { fits, draft, problems, rows: rows.map((row) => (isProblem(row) ? row : rowJson(row))) }
}

function rowJson(row: FileRow) {
  const { line, atMs, withinMs, direction, amountMinor, currency, phoneNumber, status, kind, ours, theirs } = row
  const amount = toDecimal(amountMinor, currency)
  const money = { direction, amount, currency, phone_number: phoneNumber }
  return {
    line,
    at: utc(atMs),
    within_seconds: withinMs / 1_000,
    ...money,
    status,
    kind,
    our_id: ours,
    network_id: theirs,
  }
}

function triedText({ fits, problems, rows }: TriedFile): string {
  if (fits.length === 0) return 'No profile has half of the headings of the file\n'
  const missing = problems.map((problem) => `To do in the draft: ${problem}\n`).join('')
  const shown = rows.length === 0 ? '' : `\n${rowTable(rows)}`
  return `${fitTable(fits)}${missing === '' ? '' : `\n${missing}`}${shown}`
}

function fitTable(fits: readonly ProfileFit[]): string {
  const headings = ['Profile', 'Line', 'Headings', 'Missing', 'Others'] as const
  const rows = fits.map(({ profile, line, found, missing, others }) => ({
    Profile: profile,
    Line: String(line),
    Headings: String(found),
    Missing: missing.join(', '),
    Others: others.join(', '),
  }))
  return table(headings, rows, ['Line', 'Headings'])
}

function rowTable(rows: readonly (FileRow | RowProblem)[]): string {
  const headings = ['Line', 'At', 'Way', 'Amount', 'Currency', 'Number', 'Status', 'Kind', 'Id', 'Problem'] as const
  return table(headings, rows.map(rowCells), ['Line', 'Amount'])
}

function rowCells(row: FileRow | RowProblem) {
  const none = { At: '', Way: '', Amount: '', Currency: '', Number: '', Status: '', Kind: '', Id: '', Problem: '' }
  if (isProblem(row)) {
    const where = row.column === null ? '' : `${row.column}: `
    return { ...none, Line: String(row.line), Problem: `${where}${row.problem}` }
  }
  const { line, atMs, direction, amountMinor, currency, phoneNumber, status, kind, ours, theirs } = row
  return {
    ...none,
    Line: String(line),
    At: utc(atMs),
    Way: direction,
    Amount: toDecimal(amountMinor, currency),
    Currency: currency,
    Number: phoneNumber ?? '',
    Status: status,
    Kind: kind,
    Id: theirs ?? ours ?? '',
  }
}
