import { expect } from 'chai'
import {
  auditBooks,
  type Change,
  type ChangePorts,
  type FileRow,
  type FourEyes,
  isRefusal,
  recordEntries,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { rule } from '../../../rule.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

/** A core with an account that has UGX 100,000, and a comparison with rows that its books lack. */
async function openLacking(changes: readonly Partial<FileRow>[], fourEyes: Partial<FourEyes> = {}) {
  const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map(), ...fourEyes })
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: nowMs - 3_600_000 }))
  const rows = changes.map((change, nth) => rowOf(template, nth + 2, { phoneNumber: '256770000009', ...change }))
  const { run } = await compare(rows, { fromMs: nowMs - 7_200_000, toMs: nowMs })
  const request = { runId: run.id, accountId: at.accountId, references: 'lost-' }
  const record = (change: object = {}, ports: ChangePorts = at.ports) =>
    recordEntries(ports)({ ...request, ...at.who, ...change })
  const recorded = async () => {
    const { transactions } = await at.ports.books.list({ accountId: at.accountId, limit: 99 })
    return transactions.map(({ reference, amountMinor }) => `${reference} ${amountMinor}`).sort()
  }
  const open = async () => {
    const entries = await at.ports.reconciliations.entries({ runId: run.id, open: true, limit: 99 })
    return entries.map(({ item }) => item)
  }
  return { ...at, request, record, recorded, open }
}

const payout = { amountMinor: 140_000n, theirs: 'a' } as const
const collection = { direction: 'in', amountMinor: 50_000n, theirs: 'b' } as const

describe('120 Reconciliation: many payments that the books have forgotten', () => {
  rule('120.106', 'one decision records all missing payments that it describes, each as if it were alone', {
    'and collections first, so that their money is there for payouts': async () => {
      const { record, recorded, open, available, ports } = await openLacking([payout, collection])
      const done = await record()
      if (isRefusal(done)) throw new Error(done.message)
      const total = { bucket: 'missing_here', currency: 'UGX', rows: 2, inMinor: 50_000n, outMinor: 140_000n }
      expect(done.totals).to.deep.equal([{ ...total, betweenMinor: 0n }])
      expect([done.entries, done.payments.length, done.left]).to.deep.equal([2, 2, []])
      expect(await recorded()).to.deep.equal(['lost-2 140000', 'lost-3 50000'])
      expect([await available(), await open()]).to.deep.equal([10_000, []])
      expect(await auditBooks({ books: ports.books, secrets: testSecrets })()).to.deep.include({ ok: true })
      const again = await record()
      expect(isRefusal(again) && again.refused).to.equal('no_such_entries')
    },
    'and a row that cannot be recorded stays open': async () => {
      const { record, recorded, open } = await openLacking([
        { ...payout, amountMinor: 100_001n },
        { ...collection, phoneNumber: null },
        { ...payout, amountMinor: 100_000n, theirs: 'c' },
      ])
      const done = await record()
      if (isRefusal(done)) throw new Error(done.message)
      expect(done.left.map(({ item }) => item)).to.deep.equal([3, 2])
      expect(done.left[1]?.because).to.match(/lacks 1 of 100001 UGX/)
      expect([await recorded(), await open()]).to.deep.equal([['lost-4 100000'], [2, 3]])
    },
    'and continues after a crash, without recording a payment twice': async () => {
      const { record, recorded, open, available, ports } = await openLacking([payout, collection])
      const { reconciliations } = ports
      // The first payment is in the books, and its entry is not resolved yet.
      const crashing = { ...reconciliations, note: () => Promise.reject(new Error('killed')) }
      const crashed = await record({}, { ...ports, reconciliations: crashing }).catch(({ message }: Error) => message)
      expect([crashed, await recorded(), await open()]).to.deep.equal(['killed', ['lost-3 50000'], [2, 3]])
      const done = await record()
      expect(done).to.deep.include({ entries: 2, left: [] })
      expect([await recorded(), await open()]).to.deep.equal([['lost-2 140000', 'lost-3 50000'], []])
      expect(await available()).to.equal(10_000)
    },
    'not without an account, a reference, and who, and why': async () => {
      const { record, recorded } = await openLacking([collection])
      const refused = async (change: object) => {
        const done = await record(change)
        return isRefusal(done) ? done.refused : 'done'
      }
      expect(await refused({ accountId: 'none' })).to.equal('unknown_account')
      expect(await refused({ references: 'with blank ' })).to.equal('malformed_reference')
      expect(await refused({ by: '' })).to.equal('malformed_name')
      expect(await refused({ because: '' })).to.equal('malformed_explanation')
      expect(await refused({ direction: 'out' })).to.equal('no_such_entries')
      expect(await recorded()).to.deep.equal([])
    },
  })

  rule('120.107', 'missing payments of one decision wait for a second person as a whole', {
    'if they exceed an amount together, and an approval records all of them': async () => {
      const { request, propose, approve, recorded, all } = await openLacking(
        [collection, { ...collection, theirs: 'c' }],
        { amountsMinor: new Map([['UGX', 99_999n]]) },
      )
      const change: Change = { kind: 'reconcile.record', request }
      const proposal = await propose(change)
      expect([proposal > 0, await recorded()]).to.deep.equal([true, []])
      expect(await approve(proposal)).to.equal('reconcile.record')
      expect(await recorded()).to.deep.equal(['lost-2 50000', 'lost-3 50000'])
      const approved = (await all()).filter(({ approvedBy }) => approvedBy === 'amina')
      expect(approved.map(({ kind, proposal }) => [kind, proposal]).reverse()).to.deep.equal([
        ['reconcile.record', proposal],
        ['reconcile.record', null],
        ['reconcile.record', null],
      ])
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'or if all decisions need two people': async () => {
      const { request, propose, recorded } = await openLacking([collection], { kinds: new Set(['decisions']) })
      expect(await propose({ kind: 'reconcile.record', request })).to.be.above(0)
      expect(await recorded()).to.deep.equal([])
    },
    'not up to the amount': async () => {
      const amountsMinor = new Map([['UGX', 50_000n]])
      const { request, propose, recorded } = await openLacking([collection], { amountsMinor })
      expect(await propose({ kind: 'reconcile.record', request })).to.equal(0)
      expect(await recorded()).to.deep.equal(['lost-2 50000'])
    },
  })
})
