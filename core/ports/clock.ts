/** The time of day, and a monotonic clock. */
export interface Clock {
  /** The wall clock: milliseconds since the Unix epoch. It may jump in either direction. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment. It never runs backwards, but may stand still while the machine sleeps. */
  monotonicMs(): number
  /** Names the run of the machine or process whose monotonic clock this is: times of different runs cannot be compared. */
  readonly run: string
}
