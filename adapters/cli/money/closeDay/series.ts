import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayAfter } from '../../../formats/moment.ts'
import type { Refused } from '../../context.ts'
import { digestOf, signedIn } from '../../output/signedFile.ts'
import type { closeJson } from './view.ts'

/** The form of a day's close. */
export const closeForm = 'sente-close-1'

/** The last close of a series: its day, and the digest of its file. */
export type LastClose = { readonly day: string; readonly digest: string }

/** The days of a series, in their order, from the names of its files. */
export function daysIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => /^(\d{4}-\d{2}-\d{2})\.close$/.exec(name)?.[1] ?? [])
    .sort()
}

/** The file of a day. */
export function fileOf(folder: string, day: string): string {
  return join(folder, `${day}.close`)
}

/** The last close of a series; undefined while there is none. */
export function lastClose(folder: string): LastClose | undefined {
  const day = daysIn(folder).at(-1)
  return day === undefined ? undefined : closeOf(folder, day)
}

/** The close of a day in a series, which must be there. */
export function closeOf(folder: string, day: string): LastClose {
  return { day, digest: digestOf(readFileSync(fileOf(folder, day))) }
}

/** The content of a day's close. Refused if it was changed, or is signed by another key. */
export function contentOf(folder: string, day: string, publicKey: string): CloseContent | Refused {
  const file = fileOf(folder, day)
  const content = signedIn(readFileSync(file), closeForm, publicKey)
  if (content) return content as CloseContent
  return { refused: 'close_changed', message: `${file} was changed, or is signed by another key` }
}

type CloseContent = Pick<ReturnType<typeof closeJson>, 'audit' | 'before'>

/** Whether a day has a close. */
export function isClosed(folder: string, day: string): boolean {
  return existsSync(fileOf(folder, day))
}

/** A checked series: its days, and its problems. */
export type CheckedSeries = {
  readonly days: number
  readonly first: string | null
  readonly last: string | null
  readonly problems: readonly { readonly day: string; readonly problem: string }[]
}

/** Checks that each close of a series is signed and unchanged, and follows from the one of the day before. */
export function checkSeries(folder: string, publicKey: string): CheckedSeries {
  const days = daysIn(folder)
  let before: LastClose | undefined
  const problems = days.flatMap((day) => {
    const bytes = readFileSync(fileOf(folder, day))
    const found = problemsOf(signedIn(bytes, closeForm, publicKey), { day, before })
    before = { day, digest: digestOf(bytes) }
    return found.map((problem) => ({ day, problem }))
  })
  return { days: days.length, first: days[0] ?? null, last: days.at(-1) ?? null, problems }
}

type Expected = { readonly day: string; readonly before: LastClose | undefined }

function problemsOf(content: unknown, { day, before }: Expected): string[] {
  if (typeof content !== 'object' || content === null) return ['it was changed, or is signed by another key']
  const close = content as { readonly day?: unknown; readonly before?: unknown }
  return [
    ...(close.day === day ? [] : [`it is the close of ${close.day}`]),
    ...(before === undefined || dayAfter(before.day) === day ? [] : [`the days after ${before.day} are missing`]),
    ...(close.before === (before?.digest ?? null) ? [] : ['it does not follow from the close before it']),
  ]
}
