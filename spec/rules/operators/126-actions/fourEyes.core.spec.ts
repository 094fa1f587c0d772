import { expect } from 'chai'
import {
  type Change,
  changeAccount,
  createAccount,
  findProposal,
  fundAccount,
  isRefusal,
  listProposals,
  makeChange,
  rejectProposal,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule, table } from '../../../rule.ts'
import { doubtfulPayout } from './changes.ts'
import { openFourEyes } from './fourEyes.ts'

describe('126 Who did what: four eyes', () => {
  rule(
    '126.11',
    'a funding or a withdrawal above the amount waits for a second person',
    table(
      ['kind', 'currency with an amount', 'amount', 'waits'],
      [
        ['account.fund', 'UGX', 999_999, false],
        ['account.fund', 'UGX', 1_000_000, false],
        ['account.fund', 'UGX', 1_000_001, true],
        ['account.withdraw', 'UGX', 1_000_001, true],
        ['account.fund', 'KES', 1_000_001, false],
      ],
      async (kind, currency, amount, waits) => {
        const { propose, funding, available } = await openFourEyes({ amountsMinor: new Map([[currency, 1_000_000n]]) })
        const change = { ...funding(amount), kind } as Change
        expect((await propose(change)) > 0).to.equal(waits)
        expect(await available()).to.equal(waits ? 100_000 : 100_000 + amount)
      },
    ),
  )

  rule('126.12', 'other changes wait when their kind is listed, except restrictions', {
    'KYC that becomes complete': () => waits({ kyc: 'complete' }, 'kyc', true),
    'KYC that becomes incomplete': () => waits({ kyc: 'incomplete' }, 'kyc', false),
    'API access': () => waits({ apiAccess: true }, 'kyc', false),
    'a new key': async () => {
      const { propose, accountId } = await openFourEyes()
      expect(await propose({ kind: 'key.rotate', request: { accountId, kind: 'secret' } })).to.be.above(0)
      const request = { accountId, name: 'till', scopes: ['read'] } as const
      expect(await propose({ kind: 'key.create', request })).to.be.above(0)
    },
    limits: async () => {
      const { propose, accountId } = await openFourEyes()
      const request = { accountId, currency: 'UGX' }
      expect(await propose({ kind: 'account.limit', request: { ...request, limits: {} } })).to.be.above(0)
      expect(await propose({ kind: 'account.unlimit', request })).to.be.above(0)
    },
    'a decision about a payment': async () => {
      const at = await openFourEyes({ amountsMinor: new Map() })
      const transactionId = await doubtfulPayout(at)
      expect(await at.propose({ kind: 'transaction.resolve', request: { transactionId, end: 'failed' } })).to.be.above(
        0,
      )
    },
    'a decision about a payment above the amount': async () => {
      const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 4_999n]]) })
      const transactionId = await doubtfulPayout(at)
      expect(await at.propose({ kind: 'transaction.resolve', request: { transactionId, end: 'failed' } })).to.be.above(
        0,
      )
    },
    'nothing, when nothing is listed': async () => {
      const { propose, funding } = await openFourEyes({ kinds: new Set(), amountsMinor: new Map() })
      expect(await propose(funding(900_000_000))).to.equal(0)
    },
  })

  rule('126.13', 'an approved change is made as proposed, once, and its action names both people', async () => {
    const { propose, approve, funding, available, last, ports } = await openFourEyes()
    const proposal = await propose(funding(2_000_000))
    expect(await available()).to.equal(100_000)
    expect(await approve(proposal)).to.equal('account.fund')
    expect(await available()).to.equal(2_100_000)
    const named = { kind: 'account.fund', by: 'brian', approvedBy: 'amina', proposal, because: 'ticket 4711' }
    expect(await last()).to.include(named)
    expect(await approve(proposal)).to.equal('proposal_ended')
    expect(await available()).to.equal(2_100_000)
    const found = await findProposal(ports)({ proposal })
    expect(!isRefusal(found) && found.proposal.state).to.equal('approved')
  })

  rule(
    '126.14',
    'the person who proposed a change cannot approve it, however the name is written',
    table(
      ['name', 'answer'],
      [
        ['brian', 'own_proposal'],
        ['Brian', 'own_proposal'],
        ['BRIAN ', 'own_proposal'],
        ['b rian', 'own_proposal'],
        ['ｂｒｉａｎ', 'own_proposal'],
        ['', 'malformed_name'],
        ['brian\u200b', 'malformed_name'],
        ['briana', 'account.fund'],
      ],
      async (by, answer) => {
        const { propose, approve, funding } = await openFourEyes()
        expect(await approve(await propose(funding(2_000_000)), by)).to.equal(answer)
      },
    ),
  )

  rule('126.15', 'one of several approvals and rejections at once counts', async () => {
    const { propose, approve, funding, available, ports, all } = await openFourEyes()
    const proposal = await propose(funding(2_000_000))
    const reject = async () => isRefusal(await rejectProposal(ports)({ proposal, by: 'carol', because: 'no' }))
    await Promise.all([...['amina', 'carol', 'dan', 'eve'].map((by) => approve(proposal, by)), reject(), reject()])
    const ends = (await all()).filter((action) => action.proposal === proposal)
    expect(ends).to.have.length(1)
    expect(await available()).to.equal(ends[0]?.kind === 'account.fund' ? 2_100_000 : 100_000)
    const other = await propose(funding(2_000_000, 'bank-2'))
    const rejected = ['amina', 'carol'].map(async (by) => {
      const done = await rejectProposal(ports)({ proposal: other, by, because: 'no' })
      return isRefusal(done) ? done.refused : done.proposal.state
    })
    expect((await Promise.all(rejected)).sort()).to.deep.equal(['proposal_ended', 'rejected'])
  })

  rule(
    '126.16',
    'a proposal waits for a day',
    table(
      ['hours', 'answer'],
      [
        [23, 'account.fund'],
        [24, 'proposal_expired'],
        [25, 'proposal_expired'],
      ],
      async (hours, answer) => {
        const { propose, approve, funding, clock, ports } = await openFourEyes()
        const proposal = await propose(funding(2_000_000))
        clock.forwardMs(hours * hourMs)
        const waiting = (await listProposals(ports)()).map(({ expiresAtMs }) => expiresAtMs - clock.nowMs())
        expect(waiting).to.deep.equal(answer === 'account.fund' ? [hourMs] : [])
        expect(await approve(proposal)).to.equal(answer)
      },
    ),
  )

  rule('126.17', 'a change that is refused at its approval says so, and its proposal stays open', async () => {
    const { propose, approve, funding, ports, accountId, who } = await openFourEyes({
      amountsMinor: new Map([['UGX', 10_000n]]),
    })
    const proposal = await propose({ ...funding(80_000, 'back-1'), kind: 'account.withdraw' } as Change)
    const small = { accountId, currency: 'UGX', amount: 50_000, reference: 'back-2', ...who }
    await withdrawFunds(ports)(small)
    expect(await approve(proposal)).to.equal('balance_too_low')
    expect((await listProposals(ports)()).map(({ proposed }) => proposed.number)).to.deep.equal([proposal])
    await approve(await propose(funding(50_000)))
    expect(await approve(proposal)).to.equal('account.withdraw')
  })

  rule('126.18', 'a proposal of a change that was made meanwhile ends, and nothing is done twice', {
    'a funding': async () => {
      const { ports, propose, approve, funding, available, accountId, who } = await openFourEyes()
      const proposal = await propose(funding(2_000_000))
      const request = { accountId, currency: 'UGX', amount: 2_000_000, reference: 'bank-1', ...who }
      await fundAccount(ports)(request)
      expect(await approve(proposal)).to.equal('account.fund')
      expect(await available()).to.equal(2_100_000)
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'a change of an account': async () => {
      const { ports, propose, approve, accountId, who, last } = await openFourEyes()
      await changeAccount(ports)({ accountId, settings: { kyc: 'incomplete' }, ...who })
      const request = { accountId, settings: { kyc: 'complete' } } as const
      const proposal = await propose({ kind: 'account.set', request })
      await changeAccount(ports)({ ...request, ...who })
      expect(await approve(proposal)).to.equal('account.set')
      expect(await last()).to.deep.include({ proposal, approvedBy: 'amina', before: {}, after: {} })
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
  })

  rule('126.19', 'a proposal needs a reason, and an account that exists', async () => {
    const { ports, funding, accountId } = await openFourEyes()
    const asked = async (change: Change, because?: string) => {
      const done = await makeChange(ports)({ change, by: 'brian', because })
      return isRefusal(done) ? done.refused : 'done'
    }
    expect(await asked(funding(2_000_000))).to.equal('malformed_explanation')
    const other = { accountId: 'other', kind: 'secret' } as const
    expect(await asked({ kind: 'key.rotate', request: other }, 'asked')).to.equal('unknown_account')
    const settings = { kyc: 'complete', pin: '8265' } as const
    expect(await asked({ kind: 'account.set', request: { accountId, settings } }, 'asked')).to.equal('propose_apart')
    const unnamed = await makeChange(ports)({ change: funding(2_000_000), by: '', because: 'asked' })
    expect(unnamed).to.include({ refused: 'malformed_name' })
    expect(await asked(funding(2_000_000), 'asked')).to.equal('done')
    expect((await ports.actions.list({ accountId, limit: 1 })).actions[0]).to.include({
      kind: 'proposal.make',
      accountId,
    })
  })

  rule('126.20', 'a rejected change is never made, and its proposer may reject it', {
    'once, while it waits': table(
      ['request', 'answer', 'message'],
      [
        ['nobody', 'malformed_name', 'The name of the author must be 1 to 100 printable characters'],
        ['none', 'unknown_proposal', 'There is no proposal 99'],
        ['an approved one', 'proposal_ended', 'Proposal 3 was already approved or rejected'],
        ['an old one', 'proposal_expired', 'Proposal 3 has waited for a day: propose it again'],
      ] as const,
      async (what, answer, message) => {
        const { ports, propose, approve, funding, clock, all } = await openFourEyes()
        const proposal = await propose(funding(2_000_000))
        if (what === 'an approved one') await approve(proposal)
        if (what === 'an old one') clock.forwardMs(24 * hourMs)
        const before = await all()
        const by = what === 'nobody' ? '' : 'brian'
        const asked = { proposal: what === 'none' ? 99 : proposal, by, because: 'a mistake' }
        expect(await rejectProposal(ports)(asked)).to.deep.equal({ refused: answer, message })
        expect(await all()).to.deep.equal(before)
      },
    ),
    'when that could not be written it still waits': async () => {
      const { propose, approve, funding, ports } = await openFourEyes()
      const proposal = await propose(funding(2_000_000))
      const { write } = ports.actions
      ports.actions.write = () => Promise.reject(new Error('no room'))
      const rejecting = rejectProposal(ports)({ proposal, by: 'carol', because: 'no' })
      expect((await rejection(rejecting)).message).to.equal('no room')
      ports.actions.write = write
      expect(await approve(proposal)).to.equal('account.fund')
    },
    'by the person who proposed it': async () => {
      const { ports, propose, approve, funding, available, last } = await openFourEyes()
      const proposal = await propose(funding(2_000_000))
      const rejected = await rejectProposal(ports)({ proposal, by: 'brian', because: 'a mistake' })
      expect(!isRefusal(rejected) && rejected.proposal.state).to.equal('rejected')
      expect(await last()).to.include({ kind: 'proposal.reject', by: 'brian', because: 'a mistake', proposal })
      expect(await approve(proposal)).to.equal('proposal_ended')
      expect(await available()).to.equal(100_000)
      expect(await approve(1)).to.equal('unknown_proposal')
    },
  })

  rule('126.21', 'a new account is created without the properties that take two people', async () => {
    const { ports, who } = await openFourEyes()
    const answerTo = async (given: object) => {
      const created = await createAccount(ports)({ name: 'Duka', ...who, ...given })
      return isRefusal(created) ? created.refused : 'created'
    }
    expect(await createAccount(ports)({ name: 'Duka', ...who, kyc: 'complete' })).to.deep.equal({
      refused: 'approval_needed',
      message: 'Two people are needed: create the account without it, then propose it by account set or account fund',
    })
    expect(await answerTo({ fund: [{ currency: 'UGX', amount: 1_000_001 }] })).to.equal('approval_needed')
    const both = [
      { currency: 'USD', amount: 1 },
      { currency: 'UGX', amount: 1_000_001 },
    ]
    const market = new Map(['UGX', 'USD'].map((one) => [one, { minimum: 1, maximum: 10, networks: [] }]))
    const inBoth = await createAccount({ ...ports, market })({ name: 'Duka', ...who, fund: both })
    expect(inBoth).to.include({ refused: 'approval_needed' })
    expect(await answerTo({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })).to.equal('created')
  })
})

async function waits(settings: object, kind: 'kyc', isWaiting: boolean): Promise<void> {
  const { propose, accountId } = await openFourEyes({ kinds: new Set([kind]) })
  expect((await propose({ kind: 'account.set', request: { accountId, settings } })) > 0).to.equal(isWaiting)
}
