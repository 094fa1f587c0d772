import { gatheredEveryMs as hourMs } from '../float/sums.ts'

/** The period of a measurement: the last 24 hours by the hour, or the last seven days by eight hours. */
export type MeasuredSpan = 'day' | 'week'

const spans: Readonly<Record<MeasuredSpan, { readonly partMs: number; readonly parts: number }>> = {
  day: { partMs: hourMs, parts: 24 },
  week: { partMs: 8 * hourMs, parts: 21 },
}

/** A period until the end of the part with a moment, the length of its parts, and the beginning of each. */
export function measuredTime(over: MeasuredSpan, nowMs: number) {
  const { partMs, parts } = spans[over]
  const toMs = Math.floor(nowMs / partMs) * partMs + partMs
  const fromMs = toMs - parts * partMs
  return { fromMs, toMs, partMs, starts: Array.from({ length: parts }, (_, part) => fromMs + part * partMs) }
}
