const form = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/

/** The form of a moment in ISO 8601 as people write it, in words. */
export const momentForm = 'a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z'

/**
 * The moment of a date or time in ISO 8601, in milliseconds since the Unix epoch. A date begins in UTC. Undefined for
 * another form, and for a moment on no calendar or clock.
 */
export function momentOf(text: string): number | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const number = (place: number) => Number(found[place] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as Six
  const [sign, offsetHours, offsetMinutes] = [found[8] === '-' ? -1 : 1, number(9), number(10)]
  const isDay = month >= 1 && month <= 12 && day >= 1 && beginOf(year, month, day) < beginOf(year, month + 1, 1)
  const isTime = Math.max(hour, offsetHours) <= 23 && Math.max(minute, second, offsetMinutes) <= 59
  if (!isDay || !isTime) return undefined
  const minutes = hour * 60 + minute - sign * (offsetHours * 60 + offsetMinutes)
  return beginOf(year, month, day) + minutes * 60_000 + second * 1_000 + Number((found[7] ?? '').padEnd(3, '0'))
}

type Six = [number, number, number, number, number, number]

/**
 * The beginning of a day, in milliseconds since the Unix epoch. The month after December is January of the next year.
 */
function beginOf(year: number, month: number, day: number): number {
  // `Date.UTC` takes the years 0 to 99 for the years from 1900; 400 years later the calendar is the same.
  return Date.UTC(year + 400, month - 1, day) - 146_097 * 86_400_000
}
