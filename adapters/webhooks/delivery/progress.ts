/** How far an endpoint has got in the events of its account. */
export type Progress = {
  /** The last event that was looked at: its attempt has begun, or it is of a type that the endpoint does not ask for. */
  begunTo(): number
  /** How many more events may be looked at before the oldest that has not ended ends. */
  room(): number
  begin(sequence: number): void
  /** Nothing more is to be done for an event, or the store knows that it waits. */
  end(sequence: number): void
  /** Whether an event has ended that `upTo` has not passed yet. */
  hasMoved(): boolean
  /** The last event before which all have ended, for the store. */
  upTo(): number
}

/** How far beyond the first event that has not ended others are begun: a slow one holds up no others, in bounded memory. */
const farthest = 1_000

/** Makes the progress of an endpoint that has got up to an event. */
export function progressFrom(sequence: number): Progress {
  let [upTo, begunTo] = [sequence, sequence]
  /** What has ended beyond `upTo`. */
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
