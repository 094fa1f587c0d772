import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { assignEntries, type EntriesDecided } from '../../reconciliation/entries/entries.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The function that {@link assignEntryAsOperator} returns. */
export type AssignEntryAsOperator = (
  request: AsOperator & { readonly runId: string; readonly item: number; readonly owner: string },
) => Promise<EntriesDecided | OperatorRefusal | PeopleRefusal>

/**
 * Assigns an open exception to a person. It does not ask for the password: no money and no state is changed. Refused
 * with `not_allowed`, and as `assignEntries` is.
 */
export function assignEntryAsOperator(ports: Parameters<typeof assignEntries>[0]): AssignEntryAsOperator {
  const assign = assignEntries(ports)
  return async ({ who, because, runId, item, owner }) => {
    const operator = operatorIn(ports, who, 'operator.assign')
    if ('refused' in operator) return operator
    if (because === undefined) return malformedExplanation
    return assign({ runId, items: [item], owner, because, ...operator })
  }
}
