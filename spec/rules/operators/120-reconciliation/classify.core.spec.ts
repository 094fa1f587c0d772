import { expect } from 'chai'
import {
  type Classification,
  classifyEntry,
  type FileRow,
  isRefusal,
  makeChange,
  type RowClass,
} from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openFourEyes } from '../126-actions/fourEyes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000

/** A core, and a comparison with rows that are no payments. */
async function openWithRows(...changes: readonly Partial<FileRow>[]) {
  const at = await openFourEyes({ kinds: new Set(), amountsMinor: new Map([['UGX', 1_000_000n]]) })
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: nowMs - hourMs }))
  const other = { kind: 'other', phoneNumber: null, direction: 'in', amountMinor: 70_000n } as const
  const rows = changes.map((change, nth) => rowOf(template, nth + 2, { ...other, ...change }))
  const comparing = async () => (await compare(rows, { fromMs: nowMs - 2 * hourMs, toMs: nowMs })).run.id
  const runId = await comparing()
  const classify = async (as: RowClass, change: Partial<Classification> = {}) => {
    const done = await classifyEntry(at.ports)({ runId, item: 2, as, ...change, ...at.who })
    return isRefusal(done) ? done.refused : (done.moved?.move ?? 'noted')
  }
  const moves = () => at.ports.operatorMoney.moves({ limit: 9 })
  return { ...at, runId, comparing, classify, moves }
}

describe('120 Reconciliation: rows that are no payments', () => {
  rule('120.49', 'a person classifies a row that is no payment, and a top-up or liquidation moves money in the books', {
    'a top-up': async () => {
      const { classify, moves, all, ports, runId } = await openWithRows({ theirs: 'their-7' })
      expect(await classify('top-up')).to.include({ kind: 'top_up', from: 'bank', amountMinor: 70_000n })
      const [move] = await moves()
      expect(move?.to).to.equal('float:MTN:disbursement')
      const [entry] = await ports.reconciliations.entries({ runId, limit: 1 })
      expect(entry?.resolved).to.include({ by: 'brian', because: 'top-up: ticket 4711' })
      const kinds = (await all()).slice(0, 2).map(({ kind, after }) => [kind, after?.as ?? null, after?.move ?? null])
      expect(kinds).to.deep.equal([
        ['reconcile.classify', 'top-up', move?.reference],
        ['float.top_up', null, null],
      ])
    },
    'a liquidation': async () => {
      const { classify } = await openWithRows({ direction: 'out' })
      expect(await classify('liquidation')).to.include({
        ...{ kind: 'liquidate', from: 'float:MTN:collection', to: 'bank', amountMinor: 70_000n },
      })
    },
    'for the product that is named': async () => {
      const { classify, moves } = await openWithRows({}, { direction: 'out' }, {})
      expect(await classify('top-up', { product: 'collection' })).to.include({ to: 'float:MTN:collection' })
      const out = await classify('liquidation', { product: 'disbursement', item: 3 })
      expect(out).to.include({ from: 'float:MTN:disbursement' })
      expect(await classify('top-up', { product: 'none' as never, item: 4 })).to.equal('unknown_currency')
      expect(await moves()).to.have.length(2)
    },
    'as a change, which returns the move': async () => {
      const { ports, runId, who, moves } = await openWithRows({}, {})
      const made = (item: number, as: RowClass) =>
        makeChange(ports)({ change: { kind: 'reconcile.classify', request: { runId, item, as } }, ...who })
      const topUp = await made(2, 'top-up')
      const [move] = await moves()
      expect('moved' in topUp && topUp.moved?.move).to.deep.equal(move)
      const other = await made(3, 'other')
      expect(Object.keys(other)).to.include('made').and.not.include('moved')
    },
    'a row that failed is only classified': async () => {
      const { classify } = await openWithRows({ status: 'failed' })
      expect(await classify('other')).to.equal('noted')
    },
    'not without who, and why': async () => {
      const { ports, runId, who, moves } = await openWithRows({})
      const refused = async (change: object) =>
        classifyEntry(ports)({ runId, item: 2, as: 'top-up', ...who, ...change })
      expect(await refused({ by: '' })).to.include({ refused: 'malformed_name' })
      for (const because of ['', 'x'.repeat(500), undefined])
        expect(await refused({ because })).to.include({ refused: 'malformed_explanation' })
      expect(await moves()).to.deep.equal([])
      expect(await ports.reconciliations.notes({ runId, item: 2 })).to.deep.equal([])
    },
    'a transfer, or something else, is noted alone': async () => {
      const { classify, moves, ports, runId } = await openWithRows({ direction: 'between' }, {})
      expect([await classify('transfer'), await classify('other', { item: 3 })]).to.deep.equal(['noted', 'noted'])
      expect(await moves()).to.deep.equal([])
      expect(await ports.reconciliations.exceptions()).to.deep.equal([])
      const [note] = await ports.reconciliations.notes({ runId, item: 3 })
      expect(note).to.include({ kind: 'resolved', because: 'other: ticket 4711', by: 'brian' })
    },
    'and it is answered as it is then': async () => {
      const { ports, runId, who, all, clock } = await openWithRows({})
      const done = await classifyEntry(ports)({ runId, item: 2, as: 'other', ...who })
      if (isRefusal(done)) throw new Error(done.message)
      expect(done.moved).to.equal(null)
      const reported = { by: 'brian', because: 'other: ticket 4711', atMs: clock.nowMs() }
      const became = { transactionId: null, moveReference: null }
      expect(done.entry).to.deep.include({ item: 2, resolved: { ...reported, ...became } })
      expect((await all())[0]).to.deep.include({
        ...{ kind: 'reconcile.classify', accountId: null, subject: `reconciliation ${runId}`, before: null },
        after: { entry: 2, as: 'other' },
      })
    },
  })

  rule('120.50', 'the money of a row is moved once', {
    'when two files have it': async () => {
      const { classify, comparing, moves } = await openWithRows({ theirs: 'their-7' }, {})
      const later = await comparing()
      for (const item of [2, 3]) await classify('top-up', { item })
      for (const item of [2, 3]) await classify('top-up', { item, runId: later })
      const references = (await moves()).map(({ reference }) => reference)
      expect(references).to.have.length(2)
      for (const reference of references) expect(reference).to.match(/^row-[0-9a-f]{32}$/)
    },
    'when two rows have its id, at different times': table(['whose id'], [['theirs'], ['ours']], async (whose) => {
      const { classify, moves } = await openWithRows(
        { [whose]: 'id-7', atMs: 1_700_000_000_000 },
        { [whose]: 'id-7', atMs: 1_700_000_009_000 },
        { [whose]: 'id-8', atMs: 1_700_000_009_000 },
      )
      for (const item of [2, 3]) await classify('top-up', { item })
      expect(await moves()).to.have.length(1)
      await classify('top-up', { item: 4 })
      expect(await moves()).to.have.length(2)
    }),
    'each of two that are alike, after a thousand others': async () => {
      const others = Array.from({ length: 1_001 }, (_, nth) => ({ amountMinor: BigInt(nth + 1) }))
      const { classify, moves } = await openWithRows(...others, {}, {})
      for (const item of [1_003, 1_004]) expect(await classify('top-up', { item })).to.be.an('object')
      expect(await moves()).to.have.length(2)
    },
    'when it was recorded before, and its reference is named': async () => {
      const { classify } = await openWithRows({})
      const first = await classify('top-up', { reference: 'bank-7' })
      expect(first).to.include({ reference: 'bank-7' })
      const later = await openWithRows({})
      if (typeof first === 'object') await later.ports.operatorMoney.move(first)
      await later.classify('top-up', { reference: 'bank-7' })
      expect(await later.moves()).to.deep.equal([first])
    },
    'when a crash came between the move and the note': async () => {
      const { classify, moves, ports } = await openWithRows({})
      const { note } = ports.reconciliations
      ports.reconciliations.note = () => Promise.reject(new Error('crash'))
      expect(await classify('top-up').catch((error: Error) => error)).to.be.instanceOf(Error)
      ports.reconciliations.note = note
      await classify('top-up')
      expect(await moves()).to.have.length(1)
      expect(await ports.reconciliations.exceptions()).to.deep.equal([])
    },
  })

  rule(
    '120.51',
    'a classification that contradicts the row is refused',
    table(
      ['row', 'as', 'why'],
      [
        ['in', 'liquidation', 'its money went in, which does not fit a liquidation'],
        ['out', 'top-up', 'its money went out, which does not fit a top-up'],
        ['failed', 'top-up', 'its status is failed: no money was moved'],
        ['pending', 'liquidation', 'its status is pending: no money was moved'],
        ['a payment', 'other', 'its bucket is missing_here instead of not_ours'],
        ['resolved', 'other', 'brian has resolved it: other: ticket 4711'],
      ] as const,
      async (row, as, why) => {
        const changes: Record<string, Partial<FileRow>> = {
          out: { direction: 'out' },
          failed: { status: 'failed' },
          pending: { status: 'pending', direction: 'out' },
          'a payment': { kind: 'payment', theirs: 'their-7' },
        }
        const { classify, moves, ports, runId, who } = await openWithRows(changes[row] ?? {})
        if (row === 'resolved') await classify('other')
        const message = `The row can't be recorded: ${why}`
        const answer = await classifyEntry(ports)({ runId, item: 2, as, ...who })
        expect(answer).to.deep.equal({ refused: 'row_not_recordable', message })
        expect(await classify(as, { item: 3 })).to.equal('no_such_entries')
        expect(await moves()).to.deep.equal([])
      },
    ),
  )

  rule('120.52', 'a row that becomes a large move waits for a second person, and is moved when it is approved', {
    '': async () => {
      const { propose, approve, runId, moves, all, ports } = await openWithRows({ amountMinor: 1_000_001n })
      const proposal = await propose({ kind: 'reconcile.classify', request: { runId, item: 2, as: 'top-up' } })
      expect([proposal > 0, await moves()]).to.deep.equal([true, []])
      expect(await approve(proposal)).to.equal('reconcile.classify')
      expect(await moves()).to.have.length(1)
      const ends = (await all())
        .filter(({ approvedBy }) => approvedBy === 'amina')
        .map(({ kind, proposal }) => [kind, proposal])
      expect(ends).to.deep.equal([
        ['reconcile.classify', null],
        ['float.top_up', proposal],
      ])
      expect(await ports.reconciliations.exceptions()).to.deep.equal([])
    },
    'which rows wait': table(
      ['direction', 'minor units', 'as', 'waits'],
      [
        ['in', 1_000_001n, 'top-up', true],
        ['in', 1_000_000n, 'top-up', false],
        ['out', 1_000_001n, 'liquidation', true],
        ['between', 1_000_001n, 'transfer', false],
        ['in', 1_000_001n, 'other', false],
      ] as const,
      async (direction, amountMinor, as, waits) => {
        const { propose, runId } = await openWithRows({ direction, amountMinor })
        const change = { kind: 'reconcile.classify', request: { runId, item: 2, as } } as const
        expect((await propose(change)) > 0).to.equal(waits)
      },
    ),
    'not an unknown one': async () => {
      const { ports, runId, who } = await openWithRows({ amountMinor: 1_000_001n })
      const change = { kind: 'reconcile.classify', request: { runId, item: 1, as: 'top-up' } } as const
      const done = await makeChange(ports)({ change, ...who })
      expect(done).to.include({ refused: 'no_such_entries' })
    },
  })
})
