import type { Funding } from '../../ports/books/fundings.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { endOfFunding } from './follows.ts'
import type { Step } from './step.ts'

/** Fundings and withdrawals in a step. */
export function fundingsIn({ rows, scope, changes, within, addEvent }: Step): Pick<UnitOfWork, 'funding' | 'fund'> {
  function funding(accountId: string, reference: string): Funding | undefined {
    within('funding', accountId, reference)
    return changes.fundings[0] ?? rows.funding(accountId, reference)
  }
  return {
    funding: (reference) => funding(scope.account, reference),
    fund(next) {
      if (funding(next.accountId, next.reference)) throw new Error(`funding ${next.reference} is already recorded`)
      changes.fundings.push(next)
      addEvent(endOfFunding(next), next.atMs)
    },
  }
}
