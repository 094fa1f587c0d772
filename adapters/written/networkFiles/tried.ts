import type { FileRow } from '../../../core/sente.ts'
import type { TableRow } from '../table/rows/tableRow.ts'
import { orderProof } from './dates.ts'
import { isNamed, notRowsOf } from './headings.ts'
import { firstRecords, type Within } from './networkFile.ts'
import { type DateOrder, type Profile, problemsIn, type Words } from './profile.ts'
import { isProblem, type RowProblem, rowReader } from './rowReader.ts'

/** How well a profile fits the headings of a file. */
export type ProfileFit = {
  readonly profile: string
  /** The line of the headings. */
  readonly line: number
  readonly found: number
  /** The headings of the profile that the file lacks, and those of the file that the profile lacks. */
  readonly missing: readonly string[]
  readonly others: readonly string[]
}

/** A file that was tried with profiles, without any comparison. */
export type TriedFile = {
  /** The profiles that fit at all, best first. */
  readonly fits: readonly ProfileFit[]
  /** The best profile with the headings of the file; undefined if none fits. */
  readonly draft: Profile | undefined
  /** The problems of the draft that a person has to solve. */
  readonly problems: readonly string[]
  /** The first rows as the draft reads them. */
  readonly rows: readonly (FileRow | RowProblem)[]
}

/** How many rows are shown. */
const rowsShown = 10

/**
 * Tries profiles on the beginning of a file: how well each fits, and how the best reads the first rows. A profile that
 * does not fit exactly becomes a draft with the headings of the file. Rejects with errors of the file system.
 */
export async function tryFile({
  file,
  sheet,
  profiles,
  dates,
  within = (work) => work(),
}: {
  readonly file: string
  readonly sheet?: string
  readonly profiles: readonly Profile[]
  readonly dates?: DateOrder
  readonly within?: Within
}): Promise<TriedFile> {
  const records = await firstRecords(file, sheet)
  const tried = profiles
    .filter(({ withoutHeader }) => !withoutHeader)
    .flatMap((profile) => bestFit(profile, records) ?? [])
    .sort((one, other) => other.score - one.score)
  const [best] = tried
  if (!best) return { fits: [], draft: undefined, problems: [], rows: [] }
  const draft = draftOf(best.profile, best.record.columns)
  const problems = problemsIn(draft)
  const after = records.slice(records.indexOf(best.record))
  const rows = problems.length > 0 ? [] : within(() => rowsIn(after, draft, dates))
  return { fits: tried.map(fitOf), draft, problems, rows }
}

type Fit = { readonly profile: Profile; readonly record: TableRow; readonly found: number; readonly score: number }

/** The record that has most of a profile's headings, if it has at least half of them. */
function bestFit(profile: Profile, records: readonly TableRow[]): Fit | undefined {
  const { header } = profile
  const fits = records.map((record) => {
    const found = header.filter((names) => record.columns.some((column) => isNamed(column, names))).length
    return { profile, record, found, score: found / Math.max(header.length, record.columns.length) }
  })
  const [best] = fits.sort((one, other) => other.score - one.score)
  return best && best.score >= 0.5 ? best : undefined
}

function fitOf({ profile: { name, header }, record: { line, columns }, found }: Fit): ProfileFit {
  const missing = header.filter((names) => !columns.some((column) => isNamed(column, names)))
  const others = columns.filter((column) => !header.some((names) => isNamed(column, names)))
  return { profile: name, line, found, missing: missing.map(([first = '']) => first), others }
}

/** A profile with the headings of a file, and without what needs others. */
function draftOf(profile: Profile, columns: readonly string[]): Profile {
  const header = columns.map((column): Words => {
    const names = profile.header.find((known) => isNamed(column, known))
    return names ? [...new Set([...names, column])] : [column]
  })
  const has = (column: string) => header.some(([name]) => name === column)
  const { unquoted, status, party, ids, fee, balance, ...rest } = profile
  const fees = [fee ?? []].flat().filter(has)
  const known = Object.fromEntries(Object.entries(ids ?? {}).filter(([name, column]) => name === 'form' || has(column)))
  return {
    ...rest,
    name: `${profile.name}-draft`,
    about: `a draft from ${profile.name}`,
    header,
    ...(unquoted !== undefined && has(unquoted) && { unquoted }),
    ...(status && has(status.column) && { status }),
    ...(party && Object.values(party.columns).every(has) && { party }),
    ...(Object.keys(known).length > 0 && { ids: known }),
    ...(fees.length > 0 && { fee: fees }),
    ...(balance !== undefined && has(balance) && { balance }),
  }
}

function rowsIn(
  records: readonly TableRow[],
  profile: Profile,
  dates: DateOrder | undefined,
): readonly (FileRow | RowProblem)[] {
  const reader = rowReader(profile)
  const [proof, notRow] = [orderProof(), notRowsOf(profile, reader)]
  const rows = records.filter((record) => {
    const written = reader.time.written(reader.timeIn(record))
    if (written) proof.add(written)
    return notRow(record) === undefined
  })
  const proven = proof.result()
  const said = dates ?? (profile.time.dates === 'unknown' ? undefined : profile.time.dates)
  const order = said ?? (proven === 'month-first' ? proven : 'day-first')
  const isUnproven = said === undefined && (proven === 'open' || proven === 'mixed')
  return rows.slice(0, rowsShown).map((record) => {
    const read = reader.row(record, order)
    if (isProblem(read) || !isUnproven) return read
    const problem = 'nothing proves whether the day or the month comes first: choose the order of dates'
    return { line: record.line, column: profile.time.column, problem }
  })
}
