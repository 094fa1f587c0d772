import type { Span } from '../moment.ts'
import type { Profile } from './profile.ts'

/** Refuses a period whose last day is not over: its file cannot have every payment. A moment may be named instead. */
export function refuseUnfinished(
  end: Span,
  nowMs: number,
): { readonly refused: 'day_not_over'; readonly message: string } | undefined {
  if (end.fromMs === end.toMs || end.toMs <= nowMs) return undefined
  return { refused: 'day_not_over', message: 'The last day is not over yet: name the time of the file with --to' }
}

/** The reasons to doubt that the files of a profile are those of a network. */
export function doubtsAbout({ name, networks }: Profile, network: string): readonly string[] {
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const isOther = networks && !networks.some((word) => letters(network).includes(letters(word)))
  return isOther ? [`${name} reads files of ${networks.join(' or ')}, and not of ${network}`] : []
}
