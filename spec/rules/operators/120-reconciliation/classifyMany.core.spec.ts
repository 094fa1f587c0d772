import { expect } from 'chai'
import { type Change, classifyEntries, type FileRow, isRefusal, makeChange } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

/** A comparison with rows of UGX 600,000 that are no payments, where movements above UGX 1,000,000 take two people. */
async function openWithRows(...changes: readonly Partial<FileRow>[]) {
  const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 1_000_000n]]) })
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: nowMs - 3_600_000 }))
  const other = { kind: 'other', phoneNumber: null, direction: 'in', amountMinor: 600_000n } as const
  const rows = changes.map((change, nth) => rowOf(template, nth + 2, { ...other, ...change }))
  const { run } = await compare(rows, { fromMs: nowMs - 7_200_000, toMs: nowMs })
  const open = async () => {
    const entries = await at.ports.reconciliations.entries({ runId: run.id, open: true, limit: 99 })
    return entries.map(({ item }) => item)
  }
  const moves = async () => (await at.ports.operatorMoney.moves({ limit: 99 })).map(({ amountMinor }) => amountMinor)
  return { ...at, runId: run.id, open, moves }
}

describe('120 Reconciliation: many rows that are no payments', () => {
  rule('120.104', 'one decision classifies all open rows that it describes, each as if it were alone', {
    'with a reason of the file': async () => {
      const { ports, runId, who, open, moves, all } = await openWithRows(
        { unnamed: 'Promo Fund', theirs: 'a' },
        { unnamed: 'Promo Fund', theirs: 'b' },
        {},
      )
      const request = { runId, as: 'top-up', why: 'Promo Fund' } as const
      const done = await classifyEntries(ports)({ ...request, ...who })
      const total = { bucket: 'not_ours', currency: 'UGX', rows: 2, inMinor: 1_200_000n, outMinor: 0n }
      expect(done).to.deep.include({ entries: 2, totals: [{ ...total, betweenMinor: 0n }], payments: [], left: [] })
      expect([await open(), await moves()]).to.deep.equal([[4], [600_000n, 600_000n]])
      const own = (await all()).filter(({ kind }) => kind === 'reconcile.classify')
      expect(own.map(({ after }) => after?.entry)).to.deep.equal([3, 2])
      const again = await classifyEntries(ports)({ ...request, ...who })
      expect(isRefusal(again) && again.refused).to.equal('no_such_entries')
    },
    'and rows without ids that are alike are one movement each': async () => {
      const { ports, runId, who, open, moves } = await openWithRows({}, {}, {})
      const one = await classifyEntries(ports)({ runId, items: [3], as: 'top-up', ...who })
      const others = await classifyEntries(ports)({ runId, direction: 'in', as: 'top-up', ...who })
      expect([one, others].map((done) => !isRefusal(done) && done.entries)).to.deep.equal([1, 2])
      expect([await open(), await moves()]).to.deep.equal([[], [600_000n, 600_000n, 600_000n]])
    },
    'and rows that move no money in one step': async () => {
      const { ports, runId, who, open, all } = await openWithRows({}, {})
      await classifyEntries(ports)({ runId, direction: 'in', as: 'other', ...who })
      expect(await open()).to.deep.equal([])
      const own = (await all()).filter(({ kind }) => kind === 'reconcile.classify')
      expect(own.map(({ after }) => after)).to.deep.equal([{ entries: 2, numbers: '2, 3', as: 'other' }])
      const notes = await ports.reconciliations.notes({ runId, item: 3 })
      expect(notes.map(({ because, by }) => [because, by])).to.deep.equal([['other: ticket 4711', 'brian']])
    },
    'and a row that does not fit stays open': async () => {
      const { ports, runId, who, open, moves } = await openWithRows({}, { direction: 'out' })
      const done = await classifyEntries(ports)({ runId, items: [2, 3], as: 'top-up', ...who })
      if (isRefusal(done)) throw new Error(done.message)
      expect(done.left.map(({ item }) => item)).to.deep.equal([3])
      expect(done.left[0]?.because).to.match(/its money went out, which does not fit a top-up/)
      expect([done.entries, await open(), await moves()]).to.deep.equal([1, [3], [600_000n]])
    },
    'not without who, and why': async () => {
      const { ports, runId, who, moves } = await openWithRows({})
      const refused = async (change: object) => {
        const done = await classifyEntries(ports)({ runId, direction: 'in', as: 'top-up', ...who, ...change })
        return isRefusal(done) ? done.refused : 'done'
      }
      expect(await refused({ by: '' })).to.equal('malformed_name')
      expect(await refused({ because: 'x'.repeat(500) })).to.equal('malformed_explanation')
      expect(await moves()).to.deep.equal([])
    },
  })

  rule('120.105', 'movements of one decision that exceed an amount together wait for a second person as a whole', {
    'and an approval makes all of them': async () => {
      const { runId, propose, approve, open, moves, all } = await openWithRows({ theirs: 'a' }, { theirs: 'b' })
      const change: Change = { kind: 'reconcile.classify', request: { runId, direction: 'in', as: 'top-up' } }
      const proposal = await propose(change)
      expect([proposal > 0, await moves()]).to.deep.equal([true, []])
      expect(await approve(proposal)).to.equal('reconcile.classify')
      expect([await open(), await moves()]).to.deep.equal([[], [600_000n, 600_000n]])
      const approved = (await all()).filter(({ approvedBy }) => approvedBy === 'amina')
      expect(approved.map(({ kind, proposal }) => [kind, proposal]).reverse()).to.deep.equal([
        ['reconcile.classify', proposal],
        ['float.top_up', null],
        ['reconcile.classify', null],
        ['float.top_up', null],
        ['reconcile.classify', null],
      ])
      expect(await approve(proposal)).to.equal('proposal_ended')
    },
    'rows that move no money, or less, do not wait': async () => {
      const { ports, runId, who } = await openWithRows({}, {}, {})
      const made = async (request: { readonly items: readonly number[]; readonly as: 'other' | 'top-up' }) =>
        makeChange(ports)({ change: { kind: 'reconcile.classify', request: { runId, ...request } }, ...who })
      expect(await made({ items: [2], as: 'top-up' })).to.have.property('made')
      expect(await made({ items: [3, 4], as: 'other' })).to.have.property('made')
    },
  })
})
