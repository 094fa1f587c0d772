import { type FileRow, type FileRows, fileRows } from '../../../core/sente.ts'
import { type TableRow, UnreadTable } from '../table/rows/tableRow.ts'
import { orderProof } from './dates.ts'
import { fileRecords, type WholeFile } from './fileRecords.ts'
import { hasHeader, notRowsOf } from './headings.ts'
import type { DateOrder, Profile } from './profile.ts'
import { roundedIds } from './roundedIds.ts'
import { isProblem, type RowProblem, rowReader } from './rowReader.ts'
import { sumCheck } from './sums.ts'

/** A readable file: its profile, the order of its dates, its rows, and the facts about the whole file. */
export type ReadableFile = WholeFile & {
  readonly profile: Profile
  readonly order: DateOrder
  readonly rows: FileRows
  /** The texts of rows that no kind of the profile names, each with their number. They are not our payments. */
  readonly unnamed: ReadonlyMap<string, number>
}

/** The reason why a file is not read. */
export type UnreadFile = {
  readonly refused: 'unknown_file' | 'several_profiles' | 'unproven_dates' | 'broken_rows'
  readonly message: string
  /** The first faulty rows. */
  readonly problems: readonly RowProblem[]
}

/** The options of a reading. */
export type Reading = {
  readonly file: string
  /** The sheet of a workbook; the first one by default. */
  readonly sheet?: string | undefined
  /** The possible profiles. A file without headings is read only if there is just one. */
  readonly profiles: readonly Profile[]
  /** The operator's order of day and month, if the file does not prove it. */
  readonly dates?: DateOrder
  /** Called from time to time with the number of bytes read. The file may be read twice. */
  readonly onBytes?: (bytes: number) => void
  /** Does a piece of the work, with all patterns of a profile; it may break off one that takes too long. */
  readonly within?: Within
}

/** Does a piece of work, and returns its result. */
export type Within = <T>(work: () => T) => T

/** How many faulty rows are listed. */
const problemsListed = 20

/**
 * Reads the rows of a file from its beginning to its end; once more if it proves another order of dates than expected.
 * Determines its profile and the order of its dates. A file with an unreadable row is refused as a whole. Rejects with
 * errors of the file system.
 */
export async function readFile(reading: Reading): Promise<ReadableFile | UnreadFile> {
  const { file, sheet, profiles, dates } = reading
  try {
    const found = await profileOf({ file, sheet, profiles })
    if ('refused' in found) return found
    const { profile } = found
    const said = dates ?? (profile.time.dates === 'unknown' ? undefined : profile.time.dates)
    const guessed = said ?? 'day-first'
    const first = await allRows({ ...reading, profile, order: guessed })
    const order = orderOf(first.proven, said)
    if (typeof order !== 'string') return order
    const { problems, rows, unnamed, whole } =
      order === guessed ? first : await allRows({ ...reading, profile, order, digest: first.whole.digest })
    return problems.length > 0 ? brokenRows(problems) : { profile, order, rows, unnamed, ...whole }
  } catch (error) {
    if (!(error instanceof UnreadTable)) throw error
    const { line, message } = error
    if (line === undefined) return { refused: 'unknown_file', message: `It ${message}`, problems: [] }
    return brokenRows([{ line, column: null, problem: message }])
  }
}

/** Whether a file can't be read. */
export function isUnread(read: ReadableFile | UnreadFile): read is UnreadFile {
  return 'refused' in read
}

type RowsReading = Pick<ReadableFile, 'profile' | 'order'> &
  Pick<Reading, 'file' | 'sheet' | 'within'> & {
    readonly onBytes?: Reading['onBytes'] | undefined
    /** The digest that the file must still have. */
    readonly digest?: string
  }

/** Reads all rows with this order of dates: the rows, their problems, and the order that they prove. */
async function allRows({ file, sheet, profile, order, onBytes, within = atOnce, digest }: RowsReading) {
  const reader = rowReader(profile)
  const proof = orderProof()
  const problems: RowProblem[] = []
  const [ids, storing] = [longIds(profile), storedTimes(profile)]
  const sums = profile.notRows || profile.facts ? sumCheck(profile) : undefined
  const unnamed = new Map<string, number>()
  const records = fileRecords(file, { sheet, onBytes })
  const notRow = notRowsOf(profile, reader)
  const rows = fileRows()
  const read = (record: TableRow): void => {
    const is = notRow(record)
    if (is !== undefined) {
      sums?.notRow(record, is)
      return
    }
    storing.add(record)
    const written = reader.time.written(reader.timeIn(record))
    if (written) proof.add(written)
    if (problems.length >= problemsListed) return
    const row = reader.row(record, order)
    if (isProblem(row)) {
      problems.push(row)
      return
    }
    rows.add(row)
    ids.add(row)
    sums?.row(row)
    if (row.unnamed !== undefined) unnamed.set(row.unnamed, (unnamed.get(row.unnamed) ?? 0) + 1)
  }
  for (;;) {
    const { done, value } = await records.next()
    if (done) {
      if ((digest ?? value.digest) !== value.digest) throw changed(file)
      // The sums of a file with unreadable rows prove nothing.
      const all =
        problems.length > 0 ? problems : [...storing.problems(), ...ids.problems(), ...(sums?.problems() ?? [])]
      return { rows, whole: value, problems: all, unnamed, proven: proof.result() }
    }
    within(() => value.forEach(read))
  }
}

const atOnce: Within = (work) => work()

/** The first row of a workbook whose time is not stored as that of the first: a spreadsheet has turned some of them. */
function storedTimes({ header, time: { column } }: Profile) {
  const place = header.findIndex(([name]) => name === column)
  let [first, other]: [string | undefined, number | undefined] = [undefined, undefined]
  return {
    add({ line, stored }: TableRow): void {
      if (stored === undefined) return
      const kind = stored[place] === 'date' ? 'date' : 'text'
      first ??= kind
      if (first !== kind) other ??= line
    },
    problems(): readonly RowProblem[] {
      const problem =
        'some times are stored as dates and some as texts: a spreadsheet has turned some, perhaps with day and month swapped'
      return other === undefined ? [] : [{ line: other, column, problem }]
    },
  }
}

/** The ids of a file that a spreadsheet has rounded, unless the profile has the form of whole ones. */
function longIds({ ids }: Profile) {
  const theirs = ids?.form === undefined ? ids?.theirs : undefined
  const seen = roundedIds()
  return {
    add({ line, theirs: text }: FileRow): void {
      if (theirs !== undefined && text !== null) seen.add({ line, column: theirs, text })
    },
    problems: (): readonly RowProblem[] =>
      seen.all().map(({ line, column, text }) => {
        const how = 'a spreadsheet keeps only 15 digits, and has made the others zeros'
        return { line, column, problem: `"${text}" was changed: ${how}` }
      }),
  }
}

function changed(file: string): Error {
  return new Error(`${file} has changed while it was read`)
}

async function profileOf({
  file,
  sheet,
  profiles,
}: Omit<Reading, 'dates' | 'onBytes'>): Promise<{ profile: Profile } | UnreadFile> {
  const [only] = profiles
  if (profiles.length === 1 && only?.withoutHeader) return { profile: only }
  const first = await firstRecords(file, sheet)
  const found = profiles.filter((profile) =>
    first
      .slice(0, (profile.rowsBefore ?? 0) + 1)
      .some(({ columns }) => !profile.withoutHeader && hasHeader(columns, profile)),
  )
  const [profile, ...others] = found
  if (!profile) return unknownFile(profiles)
  if (others.length > 0) return severalProfiles(found)
  return { profile }
}

/** The first records of a file. Records after a broken one are ignored here. */
export async function firstRecords(file: string, sheet?: string): Promise<readonly TableRow[]> {
  const first: TableRow[] = []
  try {
    for await (const records of fileRecords(file, { sheet })) {
      first.push(...records)
      if (first.length > 100) break
    }
  } catch (error) {
    if (!(error instanceof UnreadTable) || error.line === undefined) throw error
  }
  return first
}

function orderOf(
  proven: ReturnType<ReturnType<typeof orderProof>['result']>,
  said: DateOrder | undefined,
): DateOrder | UnreadFile {
  if (proven === 'mixed')
    return unproven('Some of its dates have the day first and some the month, so none can be read')
  if (proven === 'open') {
    return (
      said ?? unproven('Nothing in it proves whether the day or the month comes first: choose the order of its dates')
    )
  }
  if (proven === 'same') return said ?? 'day-first'
  if (said === undefined || said === proven) return proven
  return unproven(`Its dates are demonstrably ${proven}, and ${said} was expected`)
}

function unproven(message: string): UnreadFile {
  return { refused: 'unproven_dates', message, problems: [] }
}

function unknownFile(profiles: readonly Profile[]): UnreadFile {
  const names = profiles.map(({ name }) => name).join(', ')
  return {
    refused: 'unknown_file',
    message: `The headings in its first rows match no profile: ${names}. Choose a profile of your own`,
    problems: [],
  }
}

function severalProfiles(found: readonly Profile[]): UnreadFile {
  const names = found.map(({ name }) => name).join(', ')
  return {
    refused: 'several_profiles',
    message: `Its headings match several profiles, ${names}: choose one`,
    problems: [],
  }
}

function brokenRows(problems: readonly RowProblem[]): UnreadFile {
  const [first] = problems
  const where = first ? `line ${first.line}${first.column === null ? '' : `, column ${first.column}`}` : ''
  const more = problems.length > 1 ? `, and at least ${problems.length - 1} more rows` : ''
  return { refused: 'broken_rows', message: `It can't be read at ${where}: ${first?.problem}${more}`, problems }
}
