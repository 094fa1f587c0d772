import { noteAudit, type UpkeepPorts } from '../../actions/upkeep.ts'
import { continueAudit } from '../../books/audit/continueAudit.ts'
import type { MarkedBooks } from '../../books/audit/markedBooks.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import type { ContinuedAudit } from '../../ports/books/auditRules.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** Audits the books and records the audit under a name. */
export type RunAudit = (request: {
  readonly by: string
  /** Whether everything is read. */
  readonly all: boolean
}) => Promise<ContinuedAudit>

/** The ports for audits by operators. */
export type OperatorAuditPorts = UpkeepPorts & {
  readonly books: MarkedBooks
  /** Audits in another process, so that payments do not wait; by default it is done in this one. */
  readonly runAudit?: RunAudit | undefined
}

/** The function that {@link auditAsOperator} returns. */
export type AuditAsOperator = (
  request: Pick<AsOperator, 'who'> & { readonly all: boolean },
) => Promise<ContinuedAudit | PeopleRefusal>

/**
 * Audits the books like `continueAudit`, and records that under the name of an operator who is signed in. Refused with
 * `not_allowed`.
 */
export function auditAsOperator(ports: OperatorAuditPorts): AuditAsOperator {
  const { runAudit = auditHere(ports) } = ports
  return async ({ who, all }) => {
    const operator = operatorIn(ports, who, 'operator.audit')
    return 'refused' in operator ? operator : runAudit({ ...operator, all })
  }
}

function auditHere(ports: OperatorAuditPorts): RunAudit {
  return async ({ by, all }) => {
    const audit = await continueAudit(ports)({ all })
    const noted = await noteAudit(ports)({ by, checked: audit.checked, broken: audit.broken.length })
    if (isRefusal(noted)) throw new Error(noted.message)
    return audit
  }
}
