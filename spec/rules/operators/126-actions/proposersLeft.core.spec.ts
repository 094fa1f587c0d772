import { expect } from 'chai'
import {
  approveProposal,
  isRefusal,
  rejectProposal,
  removeUser,
  resumeUser,
  suspendUser,
} from '../../../../core/sente.ts'
import { joined } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { openFourEyes } from './fourEyes.ts'

describe('126 Who did what: proposals of people who have left', () => {
  rule(
    '126.42',
    'nobody can approve a proposal of an operator who was suspended or removed; it is rejected',
    table(
      ['proposed by', 'answer'],
      [
        ['an operator', 'account.fund'],
        ['an operator who was suspended', 'proposer_left'],
        ['an operator who was suspended and let in again', 'account.fund'],
        ['an operator who was removed', 'proposer_left'],
        ['somebody at the command line', 'account.fund'],
        ['somebody at the command line, named as a manager who was suspended', 'account.fund'],
      ],
      async (who, answer) => {
        const { ports, propose, funding, approve, accountId, available } = await openFourEyes()
        const accountOf = who.includes('owner') ? accountId : null
        const { user } = await joined(ports, {
          accountId: accountOf,
          name: who.startsWith('an operator') || accountOf !== null ? 'Brian' : 'okot',
        })
        await joined(ports, { accountId: accountOf, name: 'second' })
        const proposal = await propose(funding(2_000_000))
        const request = { by: 'okello', userId: user.id }
        if (who.includes('suspended')) await suspendUser(ports)(request)
        if (who.includes('let in again')) await resumeUser(ports)(request)
        if (who.includes('removed')) await removeUser(ports)(request)
        expect(await approve(proposal)).to.equal(answer)
        expect(await available()).to.equal(answer === 'account.fund' ? 2_100_000 : 100_000)
        if (answer === 'account.fund') return
        expect(await approveProposal(ports)({ proposal, by: 'amina' })).to.deep.equal({
          refused: 'proposer_left',
          message: `brian, who has proposed it, may no longer do so: reject proposal ${proposal} and propose it again`,
        })
        expect(isRefusal(await rejectProposal(ports)({ proposal, by: 'amina', because: 'brian has left' }))).to.equal(
          false,
        )
      },
    ),
  )
})
