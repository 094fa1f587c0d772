import type { DateOrder, Profile } from './profile.ts'

/** A written time; `a` and `b` are a day and a month, in the order that only the file can prove. */
type Written = {
  readonly year: number
  readonly a: number
  readonly b: number
  readonly isOrdered: boolean
  /** Milliseconds since midnight. */
  readonly msOfDay: number
  readonly withinMs: number
}

/** Reads the times of a profile's files. */
export type TimeReader = {
  /** The parsed time, for {@link orderProof}; undefined when it has none of the forms. */
  written(text: string): Written | undefined
  /** The moment of a time; undefined for a day that is on no calendar. */
  momentOf(written: Written, order: DateOrder): number | undefined
}

/** Makes a reader of times in these forms. */
export function timeReader({ forms, offset }: Profile['time']): TimeReader {
  const patterns = [...forms, ...storedForms].map(patternOf)
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? []
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs
  let last: { readonly text: string; readonly written: Written | undefined } | undefined

  function read(text: string): Written | undefined {
    for (const pattern of patterns) {
      const found = pattern.exec(text)?.groups
      if (found) return writtenOf(found)
    }
    return undefined
  }

  return {
    written(text) {
      // Rows that follow one another often have the same minute.
      if (last?.text !== text) last = { text, written: read(text) }
      return last.written
    },
    momentOf({ year, a, b, isOrdered, msOfDay }, order) {
      const [day, month] = isOrdered || order === 'day-first' ? [a, b] : [b, a]
      const midnight = Date.UTC(year, month - 1, day)
      const isDay = new Date(midnight).getUTCMonth() === month - 1 && day >= 1
      return isDay && month >= 1 ? midnight + msOfDay - offsetMs : undefined
    },
  }
}

const minuteMs = 60_000
const dayMs = 86_400_000

const months = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
]

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MMM: `(?<named>${months.join('|')})`,
  YY: '(?<short>\\d{2})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  AM: '(?<noon>[ap]\\.?m\\.?)',
  A: '(?<a>\\d{1,2})',
  B: '(?<b>\\d{1,2})',
}

/** The forms of a stored date of a workbook, also with the time of day in a column of its own. */
const storedForms = [
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DDTHH:mm',
  'YYYY-MM-DDT',
  'YYYY-MM-DDT HH:mm:ss',
  'YYYY-MM-DDT HH:mm',
]

/** The form of a number of days, as spreadsheets store a time. */
const serialForm = 'serial'

function patternOf(form: string): RegExp {
  if (form === serialForm) return /^(?<serial>\d{5})(?<part>\.\d+)?$/
  const source = form.replace(/YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|AM|A|B|[^\w\s]|\s+/g, (part) => {
    return tokens[part] ?? (/^\s/.test(part) ? '\\s+' : `\\${part}`)
  })
  return new RegExp(`^${source}$`, 'i')
}

type Groups = Readonly<Record<string, string | undefined>>

function writtenOf(found: Groups): Written | undefined {
  if (found.serial !== undefined) return writtenSerial(found.serial, found.part)
  const { year, short, month, named, day, a, b, minute = '0', second } = found
  const hour = hourOf(found)
  const hasTime = (found.hour ?? found.half) !== undefined
  const isTime = hour <= 23 && Number(minute) <= 59 && Number(second ?? 0) <= 59
  if (!isTime) return undefined
  return {
    year: year === undefined ? 2000 + Number(short) : Number(year),
    a: Number(day ?? a),
    b: named === undefined ? Number(month ?? b) : monthNamed(named),
    isOrdered: day !== undefined,
    msOfDay: ((hour * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1_000,
    withinMs: second !== undefined ? 1_000 : hasTime ? minuteMs : dayMs,
  }
}

function monthNamed(name: string): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1
}

/** The days since 30 December 1899, and a part of a day, which is exact to the second. */
function writtenSerial(days: string, part: string | undefined): Written {
  const ms = Date.UTC(1899, 11, 30) + Number(days) * dayMs + Math.round(Number(part ?? 0) * 86_400) * 1_000
  const day = new Date(ms)
  return {
    year: day.getUTCFullYear(),
    a: day.getUTCDate(),
    b: day.getUTCMonth() + 1,
    isOrdered: true,
    msOfDay: ms % dayMs,
    withinMs: part === undefined ? dayMs : 1_000,
  }
}

function hourOf({ hour, half, noon }: Groups): number {
  if (half === undefined) return Number(hour ?? 0)
  if (Number(half) < 1 || Number(half) > 12) return 24
  return (Number(half) % 12) + (/^p/i.test(noon ?? '') ? 12 : 0)
}

/** The order of the dates in a file, as far as they prove it. */
export type OrderProof = {
  /** Adds the next time of the file. */
  add(written: Written): void
  /**
   * The order: proven, or `same` when both readings agree; `mixed` when the file contradicts itself, and `open` when it
   * proves nothing.
   */
  result(): DateOrder | 'same' | 'mixed' | 'open'
}

/**
 * The number of different ordered dates that prove that the day comes first: in any other order that is no accident.
 */
const datesThatProve = 10

/**
 * Collects evidence for the order of day and month: a number above 12, or rows that are in order by time only if the
 * day comes first. If they are in order only if the month comes first, that proves nothing: a spreadsheet sorts texts
 * in this way.
 */
export function orderProof(): OrderProof {
  let aboveTwelve = { a: false, b: false }
  let isAmbiguous = false
  const dayFirst = sequence()
  const monthFirst = sequence()
  return {
    add({ year, a, b, isOrdered, msOfDay }) {
      if (isOrdered) return
      if (a > 12 || b > 12) aboveTwelve = { a: aboveTwelve.a || a > 12, b: aboveTwelve.b || b > 12 }
      if (a !== b) isAmbiguous = true
      dayFirst.add((year * 100 + b) * 100 + a, msOfDay)
      monthFirst.add((year * 100 + a) * 100 + b, msOfDay)
    },
    result() {
      if (aboveTwelve.a && aboveTwelve.b) return 'mixed'
      if (aboveTwelve.a) return 'day-first'
      if (aboveTwelve.b) return 'month-first'
      if (!isAmbiguous) return 'same'
      return dayFirst.dates() >= datesThatProve && dayFirst.isInOrder() && !monthFirst.isInOrder()
        ? 'day-first'
        : 'open'
    },
  }
}

/** Tracks whether times are in order, forwards or backwards, and how many different dates followed one another. */
function sequence() {
  let before: { date: number; ms: number } | undefined
  let dates = 0
  const seen = { forwards: false, backwards: false }
  return {
    add(date: number, ms: number) {
      if (before?.date !== date) dates += 1
      const change = before ? date - before.date || ms - before.ms : 0
      if (change > 0) seen.forwards = true
      if (change < 0) seen.backwards = true
      before = { date, ms }
    },
    dates: () => dates,
    isInOrder: () => !(seen.forwards && seen.backwards),
  }
}
