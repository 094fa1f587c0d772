/** Tells the time. */
export interface Clock {
  /** The wall clock: milliseconds since the Unix epoch. It may jump in either direction. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment. They never run backwards, but may stand still while the machine sleeps. */
  monotonicMs(): number
  /** Names the run of the machine, or of the process, whose monotonic clock this is: times of different runs say nothing about one another. */
  readonly run: string
}
