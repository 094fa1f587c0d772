import type { Calendar } from '../../../core/sente.ts'

/** A time of day, such as `00:30`. */
export function clockText(ms: number, days: Calendar, withSeconds = false): string {
  return new Date(ms + days.offsetMs(ms)).toISOString().slice(11, withSeconds ? 19 : 16)
}
