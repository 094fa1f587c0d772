/** A clock that stands still until it is moved: both clocks forward, or the wall clock alone in either direction. */
export function manualClock(startMs = Date.UTC(2026, 0, 2, 8)) {
  let nowMs = startMs
  let monotonicMs = 0
  let run = 1
  return {
    nowMs: () => nowMs,
    monotonicMs: () => monotonicMs,
    get run() {
      return `run ${run}`
    },
    forwardMs(ms: number) {
      nowMs += ms
      monotonicMs += ms
    },
    jumpMs(ms: number) {
      nowMs += ms
    },
    /** Begins a new run, whose monotonic clock starts again. */
    restart() {
      monotonicMs = 0
      run += 1
    },
  }
}
