import { expect } from 'chai'
import { type FourEyes, makeChange, rejectProposal } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'
import { openFourEyes } from './fourEyes.ts'

describe('126 Who did what: decisions about files', () => {
  rule('126.34', 'decisions about differences from a network’s file wait, too, and are made as a whole', {
    'payments that are ended together, above the amount': async () => {
      const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 9_999n]]) })
      const { runId, payments } = await differing(at, 2)
      expect(await at.propose({ kind: 'reconcile.resolve', request: { runId, endPayments: true } })).to.be.above(0)
      const states = await Promise.all(payments.map(async (id) => (await at.ports.books.transaction(id))?.state))
      expect(states).to.deep.equal(['submitting', 'submitting'])
    },
    'payments of two currencies, with those of one above its amount': async () => {
      const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['KES', 4_999n]]) })
      const { runId, payments } = await differing(at, 2)
      const inShillingsOfKenya = payments.at(-1)
      const { transaction } = at.ports.books
      at.ports.books.transaction = async (id) => {
        const found = await transaction(id)
        return found && id === inShillingsOfKenya ? { ...found, currency: 'KES' } : found
      }
      expect(await at.propose({ kind: 'reconcile.resolve', request: { runId, endPayments: true } })).to.be.above(0)
    },
    'none, whatever takes two people': async () => {
      const at = await openFourEyes({ kinds: new Set(['decisions']) })
      const { runId } = await differing(at, 1)
      const request = { runId, items: [2], buckets: ['missing_here'], endPayments: true } as const
      const done = await makeChange(at.ports)({ change: { kind: 'reconcile.resolve', request }, ...at.who })
      expect(done).not.to.have.property('proposal')
    },
    'up to the amount, or when no payment is ended, nobody waits': async () => {
      const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 10_000n]]) })
      const { runId } = await differing(at, 2)
      const decisions: FourEyes = { kinds: new Set(['decisions']), amountsMinor: new Map() }
      const strict = { ...at.ports, fourEyes: decisions }
      const request = { runId, endPayments: false, items: [2] }
      const done = await makeChange(strict)({ change: { kind: 'reconcile.resolve', request }, ...at.who })
      expect(done).to.have.property('made')
      expect(await at.propose({ kind: 'reconcile.resolve', request: { runId, endPayments: true } })).to.equal(0)
    },
    'an approval ends the payments, each with both people, and its proposal once': async () => {
      const at = await openFourEyes({ amountsMinor: new Map() })
      const { runId, payments } = await differing(at, 2)
      const proposal = await at.propose({ kind: 'reconcile.resolve', request: { runId, endPayments: true } })
      expect(await at.approve(proposal)).to.equal('reconcile.resolve')
      const states = await Promise.all(payments.map(async (id) => (await at.ports.books.transaction(id))?.state))
      expect(states).to.deep.equal(['succeeded', 'succeeded'])
      const written = (await at.all()).filter(({ approvedBy }) => approvedBy === 'amina')
      expect(written.map(({ kind, by, proposal }) => [kind, by, proposal]).reverse()).to.deep.equal([
        ['reconcile.resolve', 'brian', proposal],
        ['transaction.resolve', 'brian', null],
        ['transaction.resolve', 'brian', null],
      ])
      expect(await at.ports.reconciliations.exceptions()).to.deep.equal([])
      expect(await at.approve(proposal)).to.equal('proposal_ended')
    },
    'a rejection in time ends no payment': async () => {
      const at = await openFourEyes()
      const { runId, payments } = await differing(at, 1)
      const proposal = await at.propose({ kind: 'reconcile.resolve', request: { runId, endPayments: true } })
      const reading = at.ports.reconciliations.run
      at.ports.reconciliations.run = async (id) => {
        await rejectProposal(at.ports)({ proposal, by: 'carol', because: 'no' })
        return reading(id)
      }
      expect(await at.approve(proposal)).to.equal('proposal_ended')
      expect((await at.ports.books.transaction(payments[0] ?? ''))?.state).to.equal('submitting')
    },
    'a forgotten payment that is recorded': async () => {
      const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 4_999n]]) })
      const { runId } = await differing(at, 0, 1)
      const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7' }
      const proposal = await at.propose({ kind: 'reconcile.record', request })
      expect(await at.available()).to.equal(100_000)
      expect(await at.approve(proposal)).to.equal('reconcile.record')
      expect(await at.available()).to.equal(95_000)
      expect(await at.last()).to.include({ kind: 'reconcile.record', by: 'brian', approvedBy: 'amina', proposal })
    },
  })
})

/** Payouts in doubt that are paid in a file of MTN's, and rows that nothing here explains. */
async function differing(at: Awaited<ReturnType<typeof openFourEyes>>, doubtful: number, forgotten = 0) {
  const opened = []
  for (let nth = 0; nth < doubtful; nth += 1) {
    const { stored } = await at.pay('losesRequest', { reference: `order-${nth}`, phoneNumber: `25677000000${nth}` })
    opened.push(await stored())
  }
  const { paid } = await openWorld()
  for (let nth = 0; nth < forgotten; nth += 1) opened.push(await paid({ createdAtMs: at.clock.nowMs() }))
  at.clock.forwardMs(hourMs)
  const { compare } = await openWorld(at.ports)
  const rows = opened.map((payment, nth) => rowOf(payment, nth + 2))
  const { run } = await compare(rows, { fromMs: at.clock.nowMs() - 2 * hourMs, toMs: at.clock.nowMs() })
  return { runId: run.id, payments: opened.slice(0, doubtful).map(({ id }) => id) }
}
