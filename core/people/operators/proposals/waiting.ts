import { sorted } from '../../../actions/chain.ts'
import type { Change } from './change.ts'
import { listProposals, type Proposal } from './proposals.ts'

/** The proposal of the same change that already waits. */
export async function waitingFor(
  ports: Parameters<typeof listProposals>[0],
  change: Change,
): Promise<Proposal | undefined> {
  const asked = written(change)
  return (await listProposals(ports)()).find((proposal) => written(proposal.change) === asked)
}

/** A change as a text. The same change always has the same text, in any order of its parts. */
function written({ kind, request }: Change): string {
  return JSON.stringify([kind, sorted(request)])
}
