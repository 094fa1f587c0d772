import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { notAllowed, type PeopleRefusal } from '../../model/peopleRefusal.ts'
import { mayDo, operatorChanges } from '../permissions.ts'
import { type AsOperator, operatorIn } from './operating.ts'
import { type Change, type ChangePorts, type MadeChange, takesTwo } from './proposals/change.ts'
import {
  type ApprovalPorts,
  approveProposal,
  findProposal,
  makeChange,
  type Proposal,
  rejectProposal,
} from './proposals/proposals.ts'
import { waitingFor } from './proposals/waiting.ts'

/** The function that {@link changeAsOperator} returns. */
export type ChangeAsOperator = (
  request: AsOperator & { readonly change: Change },
) => Promise<MadeChange | { readonly proposal: Proposal } | OperatorRefusal | PeopleRefusal>

/** The function that {@link approveAsOperator} returns. */
export type ApproveAsOperator = (request: {
  readonly who: AsOperator['who']
  readonly proposal: number
}) => Promise<MadeChange | OperatorRefusal | PeopleRefusal>

/** The function that {@link rejectAsOperator} returns. */
export type RejectAsOperator = (
  request: AsOperator & { readonly proposal: number },
) => Promise<{ readonly proposal: Proposal } | OperatorRefusal | PeopleRefusal>

/**
 * Makes a change under the name of an operator who is signed in, or proposes it where it needs two people. A change
 * that already waits is not proposed again. Refused with `not_allowed`, with `password_needed` unless the password was
 * given within the last minutes or the change only blocks an account, and as `makeChange` is.
 */
export function changeAsOperator(ports: ChangePorts): ChangeAsOperator {
  const make = makeChange(ports)
  return async ({ who, change, because }) => {
    const operator = operatorIn(ports, who, onlyBlocks(change) ? 'operator.block' : operatorChanges[change.kind].act)
    if ('refused' in operator) return operator
    const waiting = (await takesTwo(ports, change)) ? await waitingFor(ports, change) : undefined
    return waiting ? { proposal: waiting } : make({ change, ...operator, because })
  }
}

/**
 * Approves a proposal under the name of an operator who is signed in. Refused with `not_allowed`, also to a role that
 * may not make the change, with `password_needed` unless the password was given within the last minutes, and as
 * `approveProposal` is.
 */
export function approveAsOperator(ports: ApprovalPorts): ApproveAsOperator {
  const approve = approveProposal(ports)
  return async ({ who, proposal }) => {
    const operator = operatorIn(ports, who, 'operator.approve')
    if ('refused' in operator) return operator
    const found = await findProposal(ports)({ proposal })
    if ('refused' in found) return found
    const { kind } = found.proposal.change
    return mayDo(who.user, operatorChanges[kind].act) ? approve({ proposal, ...operator }) : notAllowed
  }
}

/**
 * Ends a proposal without its change. It does not ask for the password: nothing is changed. Refused with `not_allowed`,
 * and as `rejectProposal` is.
 */
export function rejectAsOperator(ports: Parameters<typeof rejectProposal>[0]): RejectAsOperator {
  const reject = rejectProposal(ports)
  return async ({ who, proposal, because }) => {
    const operator = operatorIn(ports, who, 'operator.reject')
    return 'refused' in operator ? operator : reject({ proposal, ...operator, because })
  }
}

/**
 * Whether a change only makes less possible. Such a change must not wait for a password that somebody has to look for.
 */
function onlyBlocks({ kind, request }: Change): boolean {
  if (kind !== 'account.set') return false
  const { kyc, apiAccess, pin, language } = request.settings
  return kyc !== 'complete' && apiAccess !== true && pin === undefined && language === undefined
}
