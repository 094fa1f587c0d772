/** The time of day, and a monotonic clock. */
export interface Clock {
  /** The wall clock: milliseconds since the Unix epoch. It may jump in either direction. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment. It never runs backwards, but may stand still while the machine sleeps. */
  monotonicMs(): number
  /** Names the run of the machine or process whose monotonic clock this is: times of different runs cannot be compared. */
  readonly run: string
}

const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** What a moment looks like when people write it in ISO 8601, as a regular expression. */
export const momentPattern = form.source

/** The same in words. */
export const momentForm = 'a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z'

/**
 * The moment of a date or time in ISO 8601, in milliseconds since the Unix epoch: a date begins in UTC. Undefined for
 * another form, and for what is on no calendar or clock.
 */
export function momentOf(text: string): number | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const number = (place: number) => Number(found[place] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as Six
  const [sign, offsetHours, offsetMinutes] = [found[8] === '-' ? -1 : 1, number(9), number(10)]
  const isDay = month >= 1 && month <= 12 && day >= 1 && daysTo(year, month, day) < daysTo(year, month + 1, 1)
  const isTime = Math.max(hour, offsetHours) <= 23 && Math.max(minute, second, offsetMinutes) <= 59
  if (!isDay || !isTime) return undefined
  const minutes = daysTo(year, month, day) * 1_440 + hour * 60 + minute - sign * (offsetHours * 60 + offsetMinutes)
  return minutes * 60_000 + second * 1_000 + Number((found[7] ?? '').padEnd(3, '0'))
}

type Six = [number, number, number, number, number, number]

/** The days from 1970-01-01 to a day of the Gregorian calendar; the month after December is January of the next year. */
function daysTo(year: number, month: number, day: number): number {
  // Years that begin in March have their leap day at the end.
  const [years, months] = month <= 2 ? [year - 1, month + 9] : [year, month - 3]
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  return 365 * years + leapDays + Math.floor((153 * months + 2) / 5) + day - 719_469
}
