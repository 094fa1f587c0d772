import { beginQuarantine, endQuarantine, type QuarantinePorts } from '../../books/quarantine.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Quarantine } from '../../ports/operators/quarantines.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The function that {@link decideQuarantineAsOperator} returns. */
export type DecideQuarantineAsOperator = (
  request: AsOperator & { readonly decision: 'begin' | 'end' },
) => Promise<{ readonly quarantine: Quarantine } | OperatorRefusal | PeopleRefusal>

/**
 * Begins a quarantine of the books, or ends it. Both need the password, given within the last minutes. Refused with
 * `not_allowed`, `password_needed` and `malformed_explanation`, and as `beginQuarantine` and `endQuarantine` are.
 */
export function decideQuarantineAsOperator(ports: QuarantinePorts): DecideQuarantineAsOperator {
  const [begin, end] = [beginQuarantine(ports), endQuarantine(ports)]
  return async ({ who, because, decision }) => {
    const operator = operatorIn(ports, who, decision === 'begin' ? 'operator.quarantine' : 'operator.end_quarantine')
    if ('refused' in operator) return operator
    if (because === undefined) return malformedExplanation
    return (decision === 'begin' ? begin : end)({ ...operator, because })
  }
}
