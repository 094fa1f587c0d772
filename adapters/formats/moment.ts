import type { Calendar } from '../../core/sente.ts'

/** A moment in ISO 8601, in UTC. */
export function utc(ms: number): string {
  return new Date(ms).toISOString()
}

/**
 * A moment in ISO 8601 on the clocks of a calendar, with their offset, such as `2026-11-28T00:30:00.000+03:00`. Files
 * for people have it beside `dayOf`.
 */
export function local(ms: number, days: Calendar): string {
  const offsetMs = days.offsetMs(ms)
  const offset = utc(Math.abs(offsetMs)).slice(11, 16)
  return `${utc(ms + offsetMs).slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${offset}`
}

/** The day of a moment in a calendar, such as `2026-11-28`. */
export function dayOf(ms: number, days: Calendar): string {
  return utc(days.dateOf(ms)).slice(0, 10)
}

/** The day after one, or the given number of days after it. */
export function dayAfter(day: string, days = 1): string {
  return utc(Date.parse(day) + days * 24 * 3_600_000).slice(0, 10)
}
