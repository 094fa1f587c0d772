import {
  approveProposal,
  type Change,
  type ChangePorts,
  type FourEyes,
  isRefusal,
  makeChange,
} from '../../../../core/sente.ts'
import { openActions } from './changes.ts'

const fourEyes: FourEyes = {
  kinds: new Set(['kyc', 'keys', 'decisions', 'limits']),
  amountsMinor: new Map([['UGX', 1_000_000n]]),
}

/** A core where every possible change takes two people. */
export async function openFourEyes(given: Partial<FourEyes> = {}, store: Parameters<typeof openActions>[0] = {}) {
  const at = await openActions(store)
  const ports = { ...at.ports, fourEyes: { ...fourEyes, ...given } } satisfies ChangePorts
  const funding = (amount: number, reference = 'bank-1'): Change => ({
    kind: 'account.fund',
    request: { accountId: at.accountId, currency: 'UGX', amount, reference },
  })
  /** Requests a change as brian, and resolves with its proposal's number; 0 when it was made at once. */
  async function propose(change: Change): Promise<number> {
    const done = await makeChange(ports)({ change, ...at.who })
    if (isRefusal(done)) throw new Error(done.refused)
    return 'proposal' in done ? done.proposal.proposed.number : 0
  }
  const approve = async (proposal: number, by = 'amina') => {
    const done = await approveProposal(ports)({ proposal, by })
    return isRefusal(done) ? done.refused : done.made.kind
  }
  const available = async () => Number((await at.ports.books.balances(at.accountId))[0]?.availableMinor)
  return { ...at, ports, funding, propose, approve, available }
}
