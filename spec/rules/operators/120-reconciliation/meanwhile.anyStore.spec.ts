import { expect } from 'chai'
import {
  auditBooks,
  type Enquired,
  type FileRow,
  fileRows,
  isRefusal,
  type Reconciliations,
  reconcile,
  resolveEntries,
  resolveTransaction,
} from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { declined, inDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openWorld, rowOf } from './paidWorld.ts'

/** A payout in doubt, an hour later, and files with a row of it. */
async function openDoubt() {
  const core = await openCore()
  core.network.answersEnquiry(inDoubt)
  const doubt = await core.pay('losesAnswer')
  core.clock.forwardMs(hourMs)
  const payment = await doubt.stored()
  /** Compares a file with one row of the payment, and runs the given act once the payment was read. */
  async function compare(
    status: FileRow['status'],
    { digest = 'one', onRead = async () => {} }: { digest?: string; onRead?: () => Promise<unknown> } = {},
  ) {
    let isRead = false
    const payments: Reconciliations['payments'] = async (query) => {
      const found = await core.ports.reconciliations.payments(query)
      if (found.length > 0 && !isRead) {
        isRead = true
        await onRead()
      }
      return found
    }
    const reconciliations = { ...core.ports.reconciliations, payments }
    const done = await reconcile({ ...core.ports, reconciliations })({
      ...{ file: 'march.csv', digest, network: 'MTN', profile: 'mtn-uganda', by: 'amina' },
      ...{ fromMs: payment.createdAtMs - hourMs, toMs: core.clock.nowMs() },
      rows: fileRows([rowOf(payment, 2, { ours: payment.providerId, status })]),
    })
    if (isRefusal(done)) throw new Error(done.message)
    const [entry] = await core.ports.reconciliations.entries({ runId: done.run.id, limit: 1 })
    return { runId: done.run.id, bucket: entry?.bucket, totals: done.run.ended?.totals.map((total) => total.bucket) }
  }
  return {
    ...core,
    ...doubt,
    compare,
    notes: async () => (await annotationsOf(core.ports.books, doubt.id)).map(({ text }) => text),
    ends: (answer: Enquired) => async () => {
      core.network.answersEnquiry(answer)
      await core.hint({ transactionId: doubt.id })
    },
  }
}

const saysPaid = "line 2 of MTN's file march.csv has succeeded, and the books have submitting"

describe('120 Reconciliation: payments that change meanwhile', () => {
  rule('120.68', 'a payment that reaches the state of its row while a file is compared is matched, and gets no mark', {
    'as paid': async () => {
      const { compare, ends, stored, notes, ports } = await openDoubt()
      const { bucket, totals } = await compare('succeeded', { onRead: ends(succeeded) })
      expect([bucket, totals]).to.deep.equal(['matched', ['matched']])
      expect(await stored()).to.include({ state: 'succeeded', attention: null })
      expect(await notes()).to.deep.equal([])
      const { ok, contradicted } = await auditBooks(ports)()
      expect([ok, contradicted]).to.deep.equal([true, []])
    },
    'as failed': async () => {
      const { compare, ends, stored } = await openDoubt()
      expect((await compare('failed', { onRead: ends(declined) })).bucket).to.equal('matched')
      expect(await stored()).to.include({ state: 'failed', attention: null })
    },
    'otherwise it is a contradiction': async () => {
      const { compare, ends, stored, ports, id } = await openDoubt()
      expect((await compare('succeeded', { onRead: ends(declined) })).bucket).to.equal('state_differs')
      expect(await stored()).to.include({ state: 'failed', attention: 'contradiction' })
      const { ok, contradicted } = await auditBooks(ports)()
      expect([ok, contradicted.map(({ transactionId }) => transactionId)]).to.deep.equal([true, [id]])
    },
    'a file that is older than the end contradicts nothing': async () => {
      const { compare, ends, stored, notes } = await openDoubt()
      await ends(succeeded)()
      expect((await compare('pending')).bucket).to.equal('state_differs')
      expect(await stored()).to.include({ state: 'succeeded', attention: null })
      expect(await notes()).to.deep.equal([])
    },
  })

  rule('120.69', 'evidence that several files or comparisons repeat is written beside the payment once', {
    'two comparisons of one file at once': async () => {
      const { compare, notes, stored } = await openDoubt()
      await compare('succeeded', { onRead: () => compare('succeeded') })
      expect(await notes()).to.deep.equal([saysPaid])
      expect(await stored()).to.include({ state: 'submitting', attention: 'evidence_paid' })
    },
    'two files': async () => {
      const { compare, notes } = await openDoubt()
      await compare('succeeded')
      await compare('succeeded', { digest: 'two' })
      expect(await notes()).to.deep.equal([saysPaid])
    },
  })

  rule('120.70', 'an exception stays open when its payment has ended otherwise than its row says', {
    'by its network, and the answer says so': async () => {
      const { compare, ends, ports, id } = await openDoubt()
      const { runId } = await compare('succeeded', { onRead: ends(declined) })
      const resolve = (endPayments: boolean) =>
        resolveEntries(ports)({ runId, endPayments, by: 'brian', because: 'as the file says' })
      expect(await resolve(true)).to.deep.include({
        ...{ entries: 0, payments: [] },
        left: [
          {
            item: 2,
            because: `Transaction ${id} has another outcome (failed: limit_reached) than the row (succeeded), and never changes: find out which is right`,
          },
        ],
      })
      expect(await resolve(false)).to.deep.include({ entries: 1, payments: [], left: [] })
    },
    'by a person': async () => {
      const { compare, ports, id, clock } = await openDoubt()
      const { runId } = await compare('succeeded')
      clock.forwardMs(hourMs)
      await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'they called', by: 'brian' })
      const done = await resolveEntries(ports)({ runId, endPayments: true, by: 'brian', because: 'all of them' })
      expect(isRefusal(done) ? done : [done.entries, done.left.length]).to.deep.equal([0, 1])
    },
    'not when it has ended as the row says': async () => {
      const { compare, ports, ends } = await openDoubt()
      const { runId } = await compare('succeeded')
      await ends(succeeded)()
      const done = await resolveEntries(ports)({ runId, endPayments: true, by: 'brian', because: 'all of them' })
      expect(isRefusal(done) ? done : [done.entries, done.payments, done.left]).to.deep.equal([1, [], []])
    },
    'nor when it ends so at that moment': async () => {
      const { compare, ports, ends } = await openDoubt()
      const { runId } = await compare('succeeded')
      let asked = 0
      const { transaction } = ports.books
      ports.books.transaction = async (id) => {
        const found = await transaction(id)
        asked += 1
        if (asked === 1) await ends(succeeded)()
        return found
      }
      const done = await resolveEntries(ports)({ runId, endPayments: true, by: 'brian', because: 'all of them' })
      expect(isRefusal(done) ? done : [done.entries, done.payments, done.left]).to.deep.equal([1, [], []])
    },
  })

  rule(
    '120.71',
    'a row with an id belongs to its payment, whenever that was opened, before rows are matched by likeness',
    Object.fromEntries(
      Object.entries(stores).map(([name, open]) => [
        name,
        async () => {
          const store = await open()
          try {
            const { paid, compare, books } = await openWorld(store)
            const wrongMs = Date.UTC(2026, 8, 1)
            const ahead = await paid({ createdAtMs: wrongMs })
            const early = await paid({ createdAtMs: Date.UTC(2026, 0, 1), providerRef: null })
            const alike = await paid({ providerRef: null, state: 'failed', reason: 'customer_rejected' })
            const day = Date.UTC(2026, 2, 30)
            const row = (line: number, change: Partial<FileRow>) => rowOf(alike, line, { atMs: day, ...change })
            const { entries } = await compare([
              row(2, { theirs: ahead.providerRef }),
              row(3, { ours: early.id }),
              row(4, { ours: early.providerId }),
              row(5, { ours: 'unknown' }),
              row(6, { theirs: ahead.providerRef, status: 'failed' }),
            ])
            expect(entries.map(({ bucket, transactionId }) => [bucket, transactionId])).to.deep.equal([
              ['matched', ahead.id],
              ['matched', early.id],
              ['duplicate_there', early.id],
              ['missing_here', null],
              ['duplicate_there', ahead.id],
            ])
            expect((await books.transaction(alike.id))?.attention).to.equal(null)
          } finally {
            await store.close?.()
          }
        },
      ]),
    ),
  )
})
