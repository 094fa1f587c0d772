import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import {
  type Reconciled,
  type ReconciliationPorts,
  type ReconciliationRequest,
  reconcile,
} from '../../reconciliation/reconcile.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The function that {@link compareAsOperator} returns. */
export type CompareAsOperator = (
  request: Pick<AsOperator, 'who'> & Omit<ReconciliationRequest, 'by'>,
) => Promise<Reconciled | OperatorRefusal | PeopleRefusal>

/**
 * Compares a network's file with the books under the name of an operator who is signed in. It does not ask for the
 * password: no money is moved. Refused with `not_allowed`, and as `reconcile` is.
 */
export function compareAsOperator(ports: ReconciliationPorts): CompareAsOperator {
  const compare = reconcile(ports)
  return async ({ who, ...request }) => {
    const operator = operatorIn(ports, who, 'operator.compare')
    return 'refused' in operator ? operator : compare({ ...request, ...operator })
  }
}
