import type { Calendar } from '../../../core/sente.ts'
import { dayOf } from '../../formats/moment.ts'
import { dayWords, spanOf, type Today } from '../../written/moment.ts'
import { forEachLanguage, type Language, languages } from '../languages/languages.ts'
import { Link, type PageBase } from '../layout/links.tsx'
import { Choice, Field } from './fields.tsx'

/** The beginning of the first and the end of the last day of a list. */
export type Days = {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** The problem of a value that can't be understood. */
  readonly problem: string | undefined
}

/** Reads the first and the last day of a list, or one word for both. */
export function daysIn(query: URLSearchParams, today: Today, { texts }: Language = languages.en): Days {
  const [days, first, last] = ['days', 'from', 'to'].map((name) => givenIn(query, name))
  if (days !== undefined && (first ?? last) !== undefined) return { problem: texts.days.twice }
  const [from, to] = [first ?? days, last ?? days]
  const [begin, end] = [from, to].map((text) => (text === undefined ? undefined : spanOf(text, today)))
  const wrong = from !== undefined && !begin ? from : to !== undefined && !end ? to : undefined
  return {
    fromMs: begin?.fromMs,
    toMs: end?.toMs,
    problem: wrong === undefined ? undefined : texts.days.wrongDay(wrong),
  }
}

/** The number of the action after which a page of them continues. */
export function numberBefore(query: URLSearchParams): { readonly before?: number } {
  const before = query.get('before') ?? ''
  return /^[0-9]{1,15}$/.test(before) ? { before: Number(before) } : {}
}

/** The text of a field in the URL; undefined for a blank one. */
export function givenIn(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined
}

/** The fields for the days of a list: a word or a month, or the first and the last of them. */
export function DayFields({ query }: { readonly query: URLSearchParams }, today: PageBase) {
  const text = today.language.texts.days
  const given = query.get('days') ?? ''
  const named = [
    ['', text.all] as const,
    ...dayWords.map((word) => [word, text.words[word]] as const),
    ...monthsUntil(today),
  ]
  const options = named.some(([value]) => value === given) ? named : [...named, [given, given] as const]
  return (
    <>
      <Choice name="days" label={text.days} options={options} value={given} />
      <Field name="from" label={text.from} type="date" value={query.get('from') ?? undefined} isOptional />
      <Field name="to" label={text.to} type="date" value={query.get('to') ?? undefined} isOptional />
    </>
  )
}

/** The last twelve months, the present one first, each as it is read and as it is shown. */
export function monthsUntil({ days, nowMs, language }: PageBase): readonly (readonly [month: string, text: string])[] {
  const now = new Date(days.dateOf(nowMs))
  return Array.from({ length: 12 }, (_, before) => {
    const firstMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)
    const month = new Date(firstMs).toISOString().slice(0, 7)
    return [month, `${months[language.code].format(firstMs)} ${month.slice(0, 4)}`] as const
  })
}

const months = forEachLanguage(({ locale }) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' }))

/** The address of a list with the filters of another one, except for changed and (by null) removed ones. */
export function linkTo(path: string, query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams([...query].filter(([name, value]) => value !== '' && !(name in changes)))
  for (const [name, value] of Object.entries(changes)) if (value !== null) changed.set(name, value)
  return changed.size === 0 ? path : `${path}?${changed}`
}

/** The name of a file for some days, without its ending: with the first and the last of them. */
export function fileNameOf(what: string, { fromMs, toMs }: Omit<Days, 'problem'>, days: Calendar): string {
  const parts = [what]
  if (fromMs !== undefined) parts.push('from', dayOf(fromMs, days))
  if (toMs !== undefined) parts.push('to', dayOf(toMs - 1, days))
  return parts.join('-')
}

/** The links to the first and the next page of a list, and to the last one of a numbered list. */
export function NextPage(
  props: {
    readonly path: string
    readonly query: URLSearchParams
    readonly next: string | null
    /** The place before which the last page is; absent for a list that is not numbered. */
    readonly oldest?: string | undefined
  },
  { language }: PageBase,
) {
  const { path, query, next, oldest } = props
  const text = language.texts.pages
  if (next === null && !query.has('before')) return null
  return (
    <p>
      {query.has('before') && <Link to={linkTo(path, query, { before: null })}>{text.newest}</Link>}{' '}
      {next !== null && <Link to={linkTo(path, query, { before: next })}>{text.older}</Link>}{' '}
      {next !== null && oldest !== undefined && <Link to={linkTo(path, query, { before: oldest })}>{text.oldest}</Link>}
    </p>
  )
}
