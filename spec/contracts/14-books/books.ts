import { onEvery, type Stores } from '../everyStore.ts'
import { invariantsContract } from './invariants.ts'
import { listsContract } from './lists.ts'
import { paymentsContract } from './payments.ts'
import { recordsContract } from './records.ts'
import { stepsContract } from './steps.ts'

/** What every Books promises, with its ReferenceStore and Ledger: chapter 14 of the rulebook. */
export function booksContract(stores: Stores): void {
  const fact = onEvery(stores)
  describe('14 The books', () => {
    stepsContract(fact)
    invariantsContract(fact)
    paymentsContract(fact)
    listsContract(fact)
    recordsContract(fact)
  })
}
