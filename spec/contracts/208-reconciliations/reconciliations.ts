import { closing, type Trial, trials } from '../kit/trial.ts'
import type { ReconciliationStore } from './comparisons.ts'
import { confirmed } from './confirmed.ts'
import { found } from './found.ts'
import { rows } from './rows.ts'
import { rules } from './rules.ts'

export type { ReconciliationStore }

/**
 * The promises of every store of comparisons: chapter 208 of the rulebook. `open` makes an empty store for each check.
 */
export function reconciliations(open: () => ReconciliationStore | Promise<ReconciliationStore>): readonly Trial[] {
  return trials({ ...rows, ...confirmed, ...found, ...rules }, (example) => closing(open, example))
}
