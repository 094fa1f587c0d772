import { invariantsContract } from './bookInvariants.ts'
import { listsContract } from './bookLists.ts'
import { paymentsContract } from './bookPayments.ts'
import { recordsContract } from './bookRecords.ts'
import { stepsContract } from './bookSteps.ts'
import { onEvery, type Stores } from './everyStore.ts'

/** What every Books promises, with its ReferenceStore and Ledger: chapter 12 of the rulebook. */
export function booksContract(stores: Stores): void {
  const fact = onEvery(stores)
  describe('12 The books', () => {
    stepsContract(fact)
    invariantsContract(fact)
    paymentsContract(fact)
    listsContract(fact)
    recordsContract(fact)
  })
}
