/** How much the simulated networks keep, so that neither their memory nor their file grows without end. */
export type Keeping = {
  /** So many payments that have ended are kept at least, the latest; those that have not ended are kept all. */
  readonly ended: number
  /** For so long every payment that has ended is kept, in milliseconds of this process: whoever asks then is told the truth. */
  readonly endedMs: number
  /** A journal that is shorter than this is not written anew, in bytes. */
  readonly journalBytes: number
}

/** More than a person looks through, for longer than the gateway goes on asking about a payment that the networks have. */
export const usualKeeping: Keeping = { ended: 10_000, endedMs: 10 * 60_000, journalBytes: 2 ** 20 }
