import type { Action, Actions } from '../ports/operators/actions.ts'

/** A close of a day, as it was recorded. */
export type RecordedClose = Pick<Action, 'number' | 'atMs' | 'by' | 'because'> & {
  /** The day, such as `2026-03-31`. */
  readonly day: string
  /** The file of the close, and its digest. */
  readonly file: string
  readonly digest: string
  /** The number of rows that broke a rule in its audit. */
  readonly broken: number
  /**
   * Its place in the series: `first` in the record; `follows` the close that was recorded before it, whose digest it
   * has; `begins_again` without the digest of any close; or it has the digest of a close that is `not_recorded` before
   * it.
   */
  readonly place: 'first' | 'follows' | 'begins_again' | 'not_recorded'
}

/** The function that {@link listCloses} returns. */
export type ListCloses = (request: {
  /** Continues after a page: its `next`. */
  readonly before?: number
  readonly limit: number
}) => Promise<ClosePage>

/** A page of closes, latest first; `next` continues after it, and is null at the end. */
export type ClosePage = { readonly closes: readonly RecordedClose[]; readonly next: number | null }

/** Lists the recorded closes of days, each with its place in the series. It does not read their files. */
export function listCloses({ actions }: { readonly actions: Pick<Actions, 'list'> }): ListCloses {
  return async ({ limit, ...page }) => {
    const found = (await actions.list({ ...page, kind: 'day.close', limit: limit + 1 })).actions
    const closes = found.slice(0, limit).map((action, at) => recordedClose(action, found[at + 1]))
    return { closes, next: found.length > limit ? (closes.at(-1)?.number ?? null) : null }
  }
}

function recordedClose(action: Action, earlier: Action | undefined): RecordedClose {
  const { number, atMs, by, because, subject, after } = action
  const { file, digest, broken } = after ?? {}
  return {
    ...{ number, atMs, by, because, day: subject.replace(/^day /, '') },
    ...{ file: String(file), digest: String(digest), broken: Number(broken), place: placeOf(action, earlier) },
  }
}

function placeOf({ after }: Action, earlier: Action | undefined): RecordedClose['place'] {
  const before = after?.before ?? null
  if (before === null) return earlier ? 'begins_again' : 'first'
  return before === earlier?.after?.digest ? 'follows' : 'not_recorded'
}
