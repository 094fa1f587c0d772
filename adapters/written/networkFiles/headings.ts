import type { TableRow } from '../table/rows/tableRow.ts'
import type { NotRow, Profile } from './profile.ts'
import type { RowReader } from './rowReader.ts'

/** Whether these columns are the headings of a profile. */
export function hasHeader(columns: readonly string[], { header }: Pick<Profile, 'header'>): boolean {
  return columns.length === header.length && header.every((names, place) => isNamed(columns[place] ?? '', names))
}

/** Whether a heading is one of these names, in upper or lower case, with any blanks around and within. */
export function isNamed(heading: string, names: readonly string[]): boolean {
  return heading.length <= mostLetters && names.some((name) => folded(name) === folded(heading))
}

/** No heading is longer. A file that is one long line is compared with the headings of all profiles. */
const mostLetters = 1_000

function folded(heading: string): string {
  return heading.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** A record that is no row: before the table, its headings, or another one. */
export type NoRow = NotRow['is'] | 'fact' | 'heading'

/**
 * Finds out which records of a file are no rows, in their order: those up to the headings, and those without a time that
 * the profile names, that repeat the headings, or that follow the end of the table.
 */
export function notRowsOf(
  profile: Profile,
  { time, timeIn }: Pick<RowReader, 'time' | 'timeIn'>,
): (record: TableRow) => NoRow | undefined {
  const kinds = (profile.notRows ?? []).map(({ text, is }) => [new RegExp(text, 'iu'), is] as const)
  let hasBegun = profile.withoutHeader ?? false
  let hasEnded = false

  function withoutTime(columns: readonly string[]): NoRow | undefined {
    if (hasHeader(columns, profile)) return 'heading'
    const begin = columns.find((column) => column !== '') ?? ''
    const [, is] = kinds.find(([text]) => text.test(begin)) ?? []
    hasEnded ||= is === 'end'
    return is ?? (hasEnded ? 'note' : undefined)
  }

  return (record) => {
    if (hasBegun) return time.written(timeIn(record)) ? undefined : withoutTime(record.columns)
    hasBegun = hasHeader(record.columns, profile)
    return hasBegun ? 'heading' : 'fact'
  }
}
