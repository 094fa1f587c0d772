import {
  type ChannelDecision,
  type ChannelPorts,
  type DecidedStops,
  pauseNetwork,
  resumeNetwork,
} from '../../channels/pauseNetwork.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { type AtDesk, operatorIn } from './operating.ts'

/** The function that {@link networkAtDesk} returns. */
export type NetworkAtDesk = (
  request: Pick<AtDesk, 'who'> & Omit<ChannelDecision, 'by' | 'approval'> & { readonly decision: 'pause' | 'resume' },
) => Promise<DecidedStops | OperatorRefusal | PeopleRefusal>

/**
 * Pauses a network under the name of an operator who is signed in, or resumes it. Resuming needs the password, given
 * within the last minutes. Refused with `not_allowed` and `password_needed`, and as `pauseNetwork` and `resumeNetwork`
 * are.
 */
export function networkAtDesk(ports: ChannelPorts): NetworkAtDesk {
  const [pause, resume] = [pauseNetwork(ports), resumeNetwork(ports)]
  return async ({ who, decision, ...channels }) => {
    const operator = operatorIn(ports, who, decision === 'pause' ? 'desk.pause_network' : 'desk.resume_network')
    if ('refused' in operator) return operator
    return (decision === 'pause' ? pause : resume)({ ...channels, ...operator })
  }
}
