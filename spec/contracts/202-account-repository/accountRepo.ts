import type { Accounts } from '../kit/store.ts'
import { closing, type Trial, trials } from '../kit/trial.ts'
import { changes } from './changes.ts'
import { finding } from './finding.ts'
import { lists } from './lists.ts'

/** The promises of every AccountRepo: chapter 202 of the rulebook. `open` makes an empty one for each check. */
export function accountRepo(open: () => Accounts | Promise<Accounts>): readonly Trial[] {
  return trials({ ...finding, ...changes, ...lists }, (example) => closing(open, example))
}
