import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** The number of answers with each status, and their times. */
export type Tally = {
  count(status: number, tookMs: number): void
  sum(): Tallied
}

/** The counts. A status of 0 stands for no answer. Times are in milliseconds. */
export type Tallied = {
  readonly statuses: Readonly<Record<number, number>>
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Begins to count, from zero. */
export function openTally(): Tally {
  const statuses: Record<number, number> = {}
  const times = openTimes()
  return {
    count(status, tookMs) {
      statuses[status] = (statuses[status] ?? 0) + 1
      times.add(tookMs)
    },
    sum: () => ({ statuses, ...times.percentiles() }),
  }
}

/** Durations in milliseconds, kept as a histogram of microseconds. */
export type Times = {
  readonly count: number
  add(ms: number): void
  percentiles(): { readonly p50Ms: number; readonly p99Ms: number }
}

/** An empty collection of durations, kept to four significant figures: five seconds to half a millisecond. */
export function openTimes(): Times {
  const histogram: RecordableHistogram = createHistogram({ figures: 4 })
  return {
    get count() {
      return histogram.count
    },
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * 1000))),
    percentiles: () => ({ p50Ms: histogram.percentile(50) / 1000, p99Ms: histogram.percentile(99) / 1000 }),
  }
}
