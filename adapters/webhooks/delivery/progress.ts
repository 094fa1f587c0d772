/** The progress of an endpoint through the events of its account. */
export type Progress = {
  /** The last event that was examined: its attempt has begun, or the endpoint does not want its type. */
  begunTo(): number
  /** How many more events may be examined before the oldest open one ends. */
  room(): number
  begin(sequence: number): void
  /** Notes that an event is finished, or waits in the store for another attempt. */
  end(sequence: number): void
  /** Whether an event beyond `upTo` has ended. */
  hasMoved(): boolean
  /** The last event before which all have ended, for the store. */
  upTo(): number
}

/**
 * How far beyond the first open event others may begin: a slow one does not delay the others, and memory is bounded.
 */
const farthest = 1_000

/** Makes the progress of an endpoint whose events have ended up to this one. */
export function progressFrom(sequence: number): Progress {
  let [upTo, begunTo] = [sequence, sequence]
  /** The ended events beyond `upTo`. */
  const ended = new Set<number>()

  return {
    begunTo: () => begunTo,
    room: () => farthest - (begunTo - upTo),
    begin(begun) {
      begunTo = begun
    },
    end: (done) => void ended.add(done),
    hasMoved: () => ended.size > 0,
    upTo() {
      while (ended.delete(upTo + 1)) upTo += 1
      return upTo
    },
  }
}
