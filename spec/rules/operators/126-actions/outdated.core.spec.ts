import { expect } from 'chai'
import {
  beginQuarantine,
  endQuarantine,
  findProposal,
  isRefusal,
  listProposals,
  rejectProposal,
} from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openFourEyes } from './fourEyes.ts'

const restored = { by: 'carol', because: 'restored' }

describe('126 Who did what: proposals from before the books were restored', () => {
  rule(
    '126.41',
    'a proposal from before a quarantine cannot be approved, since it may have been approved before: its change is proposed again',
    async () => {
      const { ports, propose, approve, funding, available } = await openFourEyes()
      const before = await propose(funding(2_000_000))
      await beginQuarantine(ports)(restored)
      const during = await propose(funding(3_000_000, 'bank-2'))
      expect(await approve(before)).to.equal('proposal_outdated')
      await endQuarantine(ports)(restored)
      const rejected = await rejectProposal(ports)({ proposal: before, by: 'carol', because: 'no' })
      const message = `Proposal ${before} is older than a quarantine, and may have been approved: compare, and propose it again`
      expect(rejected).to.deep.equal({ refused: 'proposal_outdated', message })
      const found = await findProposal(ports)({ proposal: before })
      expect(!isRefusal(found) && found.proposal.state).to.equal('outdated')
      expect((await listProposals(ports)()).map(({ proposed }) => proposed.number)).to.deep.equal([during])
      expect([await approve(before), await available()]).to.deep.equal(['proposal_outdated', 100_000])
      expect([await approve(during), await available()]).to.deep.equal(['account.fund', 3_100_000])
      expect([await approve(await propose(funding(2_000_000))), await available()]).to.deep.equal([
        ...['account.fund', 5_100_000],
      ])
    },
  )
})
