import { expect } from 'chai'
import { isRefusal, removeRule } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openMonth, topUps } from './monthlyWorld.ts'

const named = { unnamed: 'Promo Fund' } as const

describe('120 Reconciliation: rules for rows that come again', () => {
  rule('120.113', 'a rule decides the rows that it covers when a person runs it, and names itself in each reason', {
    'in every file that compared a part of the period': async () => {
      const { ports, file, refused, run, open, moves, all } = await openMonth()
      const first = await file({ ...named, theirs: 'a' }, { theirs: 'b' })
      expect([await refused(), await open(first), await moves()]).to.deep.equal(['added', [2, 3], []])
      const second = await file({ theirs: 'c' }, { ...named, theirs: 'd', amountMinor: 7n })
      expect(await run()).to.deep.include({ entries: 2, left: [] })
      expect([await open(first), await open(second), await moves()]).to.deep.equal([[3], [2], [7n, 300_000n]])
      const [note] = await ports.reconciliations.notes({ runId: second, item: 3 })
      expect(note).to.include({ by: 'brian', because: 'top-up: rule promo-fund: ticket 4711' })
      const kinds = (await all()).map(({ kind, subject }) => [kind, subject]).reverse()
      expect(kinds.find(([kind]) => kind === 'reconcile.decide')).to.deep.equal([
        'reconcile.decide',
        'rules promo-fund',
      ])
      expect(await run()).to.deep.include({ entries: 0, left: [] })
    },
    'by network, direction, why and amount': async () => {
      const { ports, file, refused, scope } = await openMonth()
      const rows = [named, { ...named, direction: 'out' }, { ...named, amountMinor: 5n }, { unnamed: 'Other' }] as const
      const runId = await file(...rows, { ...named, kind: 'payment', theirs: 'z' })
      const covered = async (filter: object) => {
        expect(
          await refused({ filter: { network: 'MTN', ...filter }, decision: { kind: 'classify', as: 'other' } }),
        ).to.equal('added')
        const { decisions } = await scope()
        await ports.reconciliationRules.remove(topUps.name)
        return decisions.flatMap(({ request }) => request.items)
      }
      expect(await covered({ direction: 'in' })).to.deep.equal([2, 4, 5])
      expect(await covered({ why: 'Promo Fund' })).to.deep.equal([2, 3, 4])
      const amount = { currency: 'UGX', leastMinor: null, mostMinor: null }
      expect(await covered({ amount: { ...amount, mostMinor: 5n } })).to.deep.equal([4])
      expect(await covered({ amount: { ...amount, mostMinor: 4n } })).to.deep.equal([])
      expect(await covered({ amount: { ...amount, leastMinor: 300_000n } })).to.deep.equal([2, 3, 5])
      expect(await covered({ amount: { ...amount, leastMinor: 300_001n } })).to.deep.equal([])
      expect(await covered({ why: 'Promo Fund', direction: 'out' })).to.deep.equal([3])
      expect(await covered({ network: 'AIRTEL', direction: 'in' })).to.deep.equal([])
      expect((await scope()).rules.length, runId).to.equal(0)
    },
    'and a row that does not fit stays open': async () => {
      const { file, refused, run, open } = await openMonth()
      const runId = await file({ ...named, status: 'failed' }, named)
      await refused()
      const done = await run()
      if (typeof done !== 'object' || done === null) throw new Error('it waits')
      expect(done.left.map((one) => [one.item, 'runId' in one && one.runId])).to.deep.equal([[2, runId]])
      expect([done.entries, await open(runId)]).to.deep.equal([1, [2]])
    },
    'until it is removed': async () => {
      const { ports, who, file, refused, scope, all } = await openMonth()
      await file(named)
      await refused()
      const removed = await removeRule(ports)({ name: 'promo-fund', ...who })
      expect(removed).to.have.property('rule')
      expect((await scope()).decisions).to.deep.equal([])
      const [action] = await all()
      const facts = { network: 'MTN', direction: 'in', why: 'Promo Fund', because: 'ticket 4711' }
      const decision = { kind: 'classify', as: 'top-up' }
      expect(action).to.deep.include({ kind: 'reconcile.rule-remove', subject: 'rule promo-fund', after: null })
      expect(action?.before).to.deep.equal({ ...facts, decision })
      const again = await removeRule(ports)({ name: 'promo-fund', ...who })
      expect(isRefusal(again) && again.refused).to.equal('unknown_rule')
    },
  })

  rule(
    '120.114',
    'a dry run of rules shows the rows of a period that they would decide, and those decided before',
    async () => {
      const { ports, period, file, refused, run, scope, open } = await openMonth()
      await refused()
      const before = await file(named, named, named)
      await run()
      const runId = await file({ ...named, theirs: 'x' }, { ...named, theirs: 'y' })
      const note = { runId, kind: 'resolved', owner: null, because: 'a gift', by: 'amina', atMs: 1 } as const
      await ports.reconciliations.note([{ ...note, item: 3, transactionId: null, moveReference: null }])
      const [found] = (await scope()).rules
      const total = { bucket: 'not_ours', currency: 'UGX', outMinor: 0n, betweenMinor: 0n }
      expect(found).to.deep.include({ entries: 1, totals: [{ ...total, rows: 1, inMinor: 300_000n }] })
      expect(found?.before).to.deep.equal({
        ...{ entries: 4, otherwise: 1, totals: [{ ...total, rows: 4, inMinor: 1_200_000n }] },
      })
      expect([await open(before), await open(runId)]).to.deep.equal([[], [2]])
      const earlier = await scope({ fromMs: period.fromMs - 9, toMs: period.fromMs })
      expect(earlier.rules.map(({ entries, before: { entries: decided } }) => [entries, decided])).to.deep.equal([
        [0, 0],
      ])
      const unknown = scope({ names: ['none'] })
      expect(await unknown.catch(({ message }: Error) => message)).to.equal('There is no rule none')
    },
  )

  rule('120.115', 'a row that several rules cover stays open, even if only one of them is run', async () => {
    const { file, refused, run, scope, open } = await openMonth()
    await refused()
    await refused({ name: 'from-bank', filter: { network: 'MTN', direction: 'in' } })
    const runId = await file(named, {})
    const names = ['from-bank']
    const disputed = [{ runId, item: 2, rules: ['from-bank', 'promo-fund'] }]
    expect((await scope({ names })).disputed).to.deep.equal(disputed)
    await run({ names })
    expect(await open(runId)).to.deep.equal([2])
    await run()
    expect(await open(runId)).to.deep.equal([2])
  })

  rule('120.116', 'a rule that could never decide well is refused, and nothing is stored', async () => {
    const { refused, allRules, accountId, all } = await openMonth()
    const before = (await all()).length
    const filter = topUps.filter
    const amount = { currency: 'UGX', leastMinor: 2n, mostMinor: 1n }
    const record = { kind: 'record', accountId, references: 'r-' } as const
    expect(await refused({ name: 'Promo Fund' })).to.equal('malformed_rule')
    expect(await refused({ filter: { network: 'MTN' } })).to.equal('malformed_rule')
    expect(await refused({ filter: { ...filter, amount } })).to.equal('malformed_rule')
    expect(await refused({ filter: { ...filter, amount: { ...amount, leastMinor: null, mostMinor: 0n } } })).to.equal(
      'malformed_rule',
    )
    expect(await refused({ filter: { ...filter, amount: { ...amount, currency: 'KES' } } })).to.equal(
      'unknown_currency',
    )
    expect(await refused({ filter: { ...filter, network: 'NONE' } })).to.equal('unknown_network')
    expect(await refused({ filter: { network: 'MTN', direction: 'out' }, decision: record })).to.equal('malformed_rule')
    expect(await refused({ decision: { ...record, accountId: 'none' } })).to.equal('unknown_account')
    expect(await refused({ decision: { ...record, references: 'two words' } })).to.equal('malformed_reference')
    expect([await allRules(), (await all()).length]).to.deep.equal([[], before])
    expect([await refused(), await refused()]).to.deep.equal(['added', 'rule_exists'])
    expect((await all()).length).to.equal(before + 1)
  })

  rule('120.117', 'decisions of rules that exceed an amount together wait for a second person as a whole', async () => {
    const { file, refused, run, open, moves, approve, accountId } = await openMonth()
    await refused()
    const references = { kind: 'record', accountId, references: 'r-' } as const
    await refused({ name: 'kiosk', filter: { network: 'MTN', direction: 'in' }, decision: references })
    const paid = { kind: 'payment', phoneNumber: '256770000009', theirs: 'k' } as const
    const runId = await file(named, { ...paid, amountMinor: 700_001n })
    const proposal = Number(await run())
    expect([proposal > 0, await open(runId), await moves()]).to.deep.equal([true, [2, 3], []])
    expect(await approve(proposal)).to.equal('reconcile.decide')
    expect([await open(runId), await moves()]).to.deep.equal([[], [300_000n]])
    expect(await approve(proposal)).to.equal('proposal_ended')
  })

  rule('120.118', 'a rule records payments that came in, each once and under a reference of its file', async () => {
    const { ports, file, refused, run, open, available, accountId } = await openMonth()
    const decision = { kind: 'record', accountId, references: 'kiosk-' } as const
    await refused({ name: 'kiosk', filter: { network: 'MTN', direction: 'in' }, decision })
    const paid = { kind: 'payment', phoneNumber: '256770000009', amountMinor: 500n } as const
    const before = await available()
    const first = await file({ ...paid, theirs: 'a' }, { ...paid, theirs: 'b', direction: 'out' })
    const second = await file({ ...paid, theirs: 'c' }, { ...paid, theirs: 'a' })
    const done = await run()
    expect([await open(first), await open(second), (await available()) - before]).to.deep.equal([[3], [3], 1_000])
    expect(done).to.have.property('payments').with.length(2)
    const reference = `kiosk-${second.slice(-12)}-2`
    expect((await ports.books.transactionByReference(accountId, reference))?.amountMinor).to.equal(500n)
  })
})
