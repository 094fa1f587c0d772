import { type Calendar, type Clock, calendar, utcDays } from '../../core/sente.ts'

const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/
const monthForm = /^\d{4}-\d{2}$/
const timeForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** The words for days and months, as people write them. */
export const dayWords = ['today', 'yesterday', 'this month', 'last month'] as const

/** The form of a day or a moment as people write it, in words. */
export const momentForm = `a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or ${dayWords.slice(0, -1).join(', ')} or ${dayWords.at(-1)}`

/** The beginning and the end of a day or a month, in milliseconds since the Unix epoch; of a moment, the same twice. */
export type Span = { readonly fromMs: number; readonly toMs: number }

/** The calendar of the days that a person names, and the present. */
export type Today = { readonly days: Calendar; readonly nowMs: number }

/** The days of a time zone, such as `Africa/Kampala` or `+03:00`; undefined for an unknown one. */
export function calendarIn(timeZone: string): Calendar | undefined {
  try {
    return calendar({ timeZone })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The present in the calendar of every account. */
export function todayOf({ days = utcDays, clock }: { days?: Calendar; clock: Pick<Clock, 'nowMs'> }): Today {
  return { days, nowMs: clock.nowMs() }
}

/**
 * The span of a text: a date, a month, one of `dayWords`, or a date and time with its offset, in ISO 8601. A filter begins with
 * the beginning of its span, and ends with the end: “until” a day includes that day. Undefined for another form, and
 * for a day or a moment on no calendar or clock.
 */
export function spanOf(written: string, { days, nowMs }: Today): Span | undefined {
  const text = written.trim()
  const dateMs = dateIn(text)
  if (dateMs !== undefined) return days.during(dateMs)
  const firstMs = monthForm.test(text) ? dateIn(`${text}-01`) : undefined
  if (firstMs !== undefined) return monthOf(days, firstMs, 0)
  const atMs = timeIn(text)
  if (atMs !== undefined) return { fromMs: atMs, toMs: atMs }
  const word = dayWords.find((one) => one === text.toLowerCase().replace(/[-\s]+/g, ' '))
  return word && spanOfWord[word](days, days.dateOf(nowMs))
}

const spanOfWord: Readonly<Record<(typeof dayWords)[number], (days: Calendar, dateMs: number) => Span>> = {
  today: (days, dateMs) => days.during(dateMs),
  yesterday: (days, dateMs) => days.during(dateMs - dayMs),
  'this month': (days, dateMs) => monthOf(days, dateMs, 0),
  'last month': (days, dateMs) => monthOf(days, dateMs, -1),
}

const dayMs = 86_400_000

/** The month of a date, or one that is so many months later. */
function monthOf(days: Calendar, dateMs: number, later: number): Span {
  const date = new Date(dateMs)
  const first = (months: number) => beginOf(date.getUTCFullYear(), date.getUTCMonth() + 1 + months, 1)
  return { fromMs: days.during(first(later)).fromMs, toMs: days.during(first(later + 1)).fromMs }
}

/** A date in ISO 8601, as its midnight in UTC. Undefined for another form, and for a date on no calendar. */
export function dateIn(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = (dateForm.exec(text) ?? []).slice(1).map(Number)
  if (month < 1 || month > 12 || day < 1) return undefined
  const dateMs = beginOf(year, month, day)
  return dateMs < beginOf(year, month + 1, 1) ? dateMs : undefined
}

/** A date and time in ISO 8601. Undefined for another form, without an offset, and for a time on no clock. */
export function timeIn(text: string): number | undefined {
  const found = timeForm.exec(text)
  const dateMs = dateIn(found?.[1] ?? '')
  if (!found || dateMs === undefined) return undefined
  const number = (place: number) => Number(found[place] ?? 0)
  const [hour, minute, second, offsetHours, offsetMinutes] = [2, 3, 4, 7, 8].map(number) as Five
  if (Math.max(hour, offsetHours) > 23 || Math.max(minute, second, offsetMinutes) > 59) return undefined
  const sign = found[6] === '-' ? -1 : 1
  const minutes = hour * 60 + minute - sign * (offsetHours * 60 + offsetMinutes)
  return dateMs + minutes * 60_000 + second * 1_000 + Number((found[5] ?? '').padEnd(3, '0'))
}

type Five = [number, number, number, number, number]

/**
 * The beginning of a day, in milliseconds since the Unix epoch. The month after December is January of the next year.
 */
function beginOf(year: number, month: number, day: number): number {
  // `Date.UTC` takes the years 0 to 99 for the years from 1900; 400 years later the calendar is the same.
  return Date.UTC(year + 400, month - 1, day) - 146_097 * dayMs
}
