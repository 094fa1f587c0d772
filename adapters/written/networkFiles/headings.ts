import type { TableRow } from '../table/tableRow.ts'
import type { NotRow, Profile } from './profile.ts'

/** Whether these columns are the headings of a profile. */
export function hasHeader(columns: readonly string[], { header }: Pick<Profile, 'header'>): boolean {
  return columns.length === header.length && header.every((names, place) => isNamed(columns[place] ?? '', names))
}

/** Whether a heading is one of these names, in upper or lower case, with any blanks around and within. */
export function isNamed(heading: string, names: readonly string[]): boolean {
  return names.some((name) => folded(name) === folded(heading))
}

function folded(heading: string): string {
  return heading.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Finds out which records without a time are no rows: the headings again, those in the profile, and all after its end. */
export function notRowsOf(profile: Profile): (record: TableRow) => NotRow['is'] | undefined {
  const kinds = (profile.notRows ?? []).map(({ text, is }) => [new RegExp(text, 'iu'), is] as const)
  let hasEnded = false
  return ({ columns }) => {
    const begin = columns.find((column) => column !== '') ?? ''
    const [, is] = kinds.find(([text]) => text.test(begin)) ?? []
    hasEnded ||= is === 'end'
    return is ?? (hasEnded || hasHeader(columns, profile) ? 'note' : undefined)
  }
}
