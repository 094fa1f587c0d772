import { expect } from 'chai'
import { auditBooks, isRefusal, recordEntry } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { anAccount } from '../../../contracts/kit/records.ts'
import { rule, table } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openForgetful } from './forgetful.ts'
import { openWorld } from './paidWorld.ts'

describe('120 Reconciliation: forgotten payments, each once', () => {
  rule('120.39', 'a row is recorded once, even if requested again, for another account or from another file', {
    'the same request again': async () => {
      const { row, compared, record, balance, all } = await openForgetful()
      const runId = await compared(row())
      const [first, count] = [await record(runId), (await all()).length]
      expect(await record(runId)).to.deep.equal(first)
      expect((await balance()).available).to.equal(95_000n)
      expect((await all()).length).to.equal(count)
    },
    'approved twice, it is an action again, and nothing else': async () => {
      const at = await openForgetful()
      at.network.behaves('succeeds')
      const asked = await at.collect({ caller: await at.caller(), request: { ...at.request, reference: 'sale' } })
      if (isRefusal(asked)) throw new Error(asked.refused)
      await asked.outcome
      const runId = await at.compared(at.row())
      const approval = { proposal: null, by: 'okello' }
      const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7', refundOf: 'sale', ...at.who }
      const first = await recordEntry(at.ports)({ ...request, approval })
      const [before, count] = [await at.balance(), (await at.all()).length]
      expect(await recordEntry(at.ports)({ ...request, approval })).to.deep.equal(first)
      expect(await at.balance()).to.deep.equal(before)
      expect(await at.all()).to.have.length(count + 1)
      expect(await at.last()).to.include({ kind: 'reconcile.record', approvedBy: 'okello' })
      expect(await at.ports.reconciliations.notes({ runId, item: 2 })).to.have.length(1)
    },
    'not when another payment has its id by then': table(
      ['whose id', 'over', 'recorded'],
      [
        ['our own', 'MTN', false],
        ['the id under which it was sent', 'MTN', false],
        ['the network’s', 'MTN', false],
        ['the network’s', 'AIRTEL', true],
      ] as const,
      async (whose, network, isRecorded) => {
        const { row, compared, codeOf, ports } = await openForgetful()
        const change = whose === 'the network’s' ? { theirs: 'id-7' } : { ours: 'id-7' }
        const runId = await compared(row(2, change))
        const { paid } = await openWorld(ports)
        const given = {
          'our own': { id: 'id-7' },
          'the id under which it was sent': { providerId: 'id-7' },
          'the network’s': { providerRef: 'id-7' },
        }
        await paid({ network, reference: 'another', ...given[whose] })
        const code = await codeOf(runId)
        if (isRecorded) expect(code).to.match(/^[0-9a-f-]{36}$/)
        else expect(code).to.equal('recorded_already')
      },
    ),
    'when a store cannot write it': table(
      ['meanwhile', 'answer'],
      [
        ['somebody has recorded it', 'recorded_already'],
        ['nobody has', 'the disk is full'],
      ],
      async (meanwhile, answer) => {
        const at = await openForgetful()
        const other = anAccount()
        await at.ports.accounts.add(other)
        const runId = await at.compared(at.row(2, { direction: 'in' }))
        const atomically = async () => {
          if (meanwhile === 'somebody has recorded it') await at.record(runId, { accountId: other.id })
          throw new Error('the disk is full')
        }
        const ports = { ...at.ports, books: { ...at.ports.books, atomically } }
        const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7', ...at.who }
        const done = await recordEntry(ports)(request).catch((error: Error) => error.message)
        expect(typeof done === 'object' && isRefusal(done) ? done.refused : done).to.equal(answer)
      },
    ),
    'the note about the row is written if a crash has lost it': async () => {
      const at = await openForgetful()
      const runId = await at.compared(at.row())
      const crash = () => Promise.reject(new Error('crash'))
      const ports = { ...at.ports, reconciliations: { ...at.ports.reconciliations, note: crash } }
      const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7', ...at.who }
      const crashed = await recordEntry(ports)(request).catch((error: Error) => error)
      expect(crashed).to.be.instanceOf(Error)
      await at.record(runId)
      expect((await at.balance()).available).to.equal(95_000n)
      expect(await at.ports.reconciliations.exceptions()).to.deep.equal([])
    },
    'for another account, or under another reference': async () => {
      const { row, compared, record, codeOf, ports, balance } = await openForgetful()
      const other = anAccount()
      await ports.accounts.add(other)
      const runId = await compared(row(2, { direction: 'in' }))
      const recorded = await record(runId)
      const message = `The row is already in the books: it is transaction ${'id' in recorded ? recorded.id : ''}`
      expect(await record(runId, { accountId: other.id })).to.deep.equal({ refused: 'recorded_already', message })
      expect(await codeOf(runId, { reference: 'order-8' })).to.equal('recorded_already')
      expect((await balance()).available).to.equal(105_000n)
    },
    'from another file, by the network’s id or ours': async () => {
      const { row, compared, record, codeOf } = await openForgetful()
      for (const [nth, id] of [{ theirs: 'their-7' }, { ours: 'our-7' }].entries()) {
        const own = { ...id, amountMinor: 5_000n + BigInt(nth) }
        const [first, second] = [
          await compared(row(2, own)),
          await compared(row(2, { ...own, atMs: row().atMs + 9_000 })),
        ]
        await record(first, { reference: `first-${nth}` })
        expect(await codeOf(second, { reference: `second-${nth}` })).to.equal('recorded_already')
      }
    },
    'from another file without ids, and each of two rows that are alike counts': async () => {
      const { row, compared, codeOf, balance } = await openForgetful()
      const [first, second] = [await compared(row(2), row(3)), await compared(row(5), row(6), row(7))]
      await codeOf(first)
      await codeOf(first, { item: 3, reference: 'order-8' })
      expect(await codeOf(second, { item: 5, reference: 'order-9' })).to.equal('recorded_already')
      expect(await codeOf(second, { item: 6, reference: 'order-9' })).to.equal('recorded_already')
      expect(await codeOf(second, { item: 7, reference: 'order-9' })).to.match(/^[0-9a-f-]{36}$/)
      expect((await balance()).available).to.equal(85_000n)
    },
    'from another file without ids, with other rows before it': async () => {
      const { row, compared, codeOf, balance } = await openForgetful()
      const others = [row(2, { amountMinor: 1n }), row(3, { phoneNumber: null, theirs: 'their-3' })]
      const [first, second] = [await compared(...others, row(4)), await compared(row(2))]
      expect(await codeOf(first, { item: 4 })).to.match(/^[0-9a-f-]{36}$/)
      expect(await codeOf(second, { reference: 'order-8' })).to.equal('recorded_already')
      expect((await balance()).available).to.equal(95_000n)
    },
    ...Object.fromEntries(
      Object.entries(stores).map(([name, open]) => [
        `for several accounts at once: ${name}`,
        async () => {
          const store = await open()
          try {
            const at = await openForgetful(store)
            const runId = await at.compared(at.row(2, { direction: 'in', amountMinor: 700n }))
            const others = [anAccount(), anAccount(), anAccount()]
            for (const account of others) await at.ports.accounts.add(account)
            const ids = [at.accountId, ...others.map(({ id }) => id)]
            const codes = await Promise.all(ids.map((accountId) => at.codeOf(runId, { accountId })))
            expect(codes.filter((code) => code === 'recorded_already')).to.have.length(3)
            expect(await auditBooks({ books: at.ports.books, secrets: testSecrets })()).to.deep.include({ ok: true })
            const { transactions } = await at.ports.books.list({ limit: 9 })
            expect(transactions.map(({ amountMinor }) => amountMinor)).to.deep.equal([700n])
          } finally {
            await store.close?.()
          }
        },
      ]),
    ),
  })
})
