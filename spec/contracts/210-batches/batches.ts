import { closing, type Trial, trials } from '../kit/trial.ts'
import { accepting } from './accepting.ts'
import type { BatchStore } from './drafts.ts'
import { lines } from './lines.ts'

export type { BatchStore }

/** The promises of every store of batches: chapter 210. `open` makes an empty store for each check. */
export function batches(open: () => BatchStore | Promise<BatchStore>): readonly Trial[] {
  return trials({ ...accepting, ...lines }, (example) => closing(open, example))
}
