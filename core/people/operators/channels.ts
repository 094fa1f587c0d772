import {
  type ChannelDecision,
  type ChannelPorts,
  type DecidedStops,
  pauseNetwork,
  resumeNetwork,
} from '../../channels/pauseNetwork.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { type AsOperator, operatorIn } from './operating.ts'

/** The function that {@link decideNetworkAsOperator} returns. */
export type DecideNetworkAsOperator = (
  request: Pick<AsOperator, 'who'> &
    Omit<ChannelDecision, 'by' | 'approval'> & { readonly decision: 'pause' | 'resume' },
) => Promise<DecidedStops | OperatorRefusal | PeopleRefusal>

/**
 * Pauses a network under the name of an operator who is signed in, or resumes it. Resuming needs the password, given
 * within the last minutes. Refused with `not_allowed` and `password_needed`, and as `pauseNetwork` and `resumeNetwork`
 * are.
 */
export function decideNetworkAsOperator(ports: ChannelPorts): DecideNetworkAsOperator {
  const [pause, resume] = [pauseNetwork(ports), resumeNetwork(ports)]
  return async ({ who, decision, ...channels }) => {
    const operator = operatorIn(ports, who, decision === 'pause' ? 'operator.pause_network' : 'operator.resume_network')
    if ('refused' in operator) return operator
    return (decision === 'pause' ? pause : resume)({ ...channels, ...operator })
  }
}
