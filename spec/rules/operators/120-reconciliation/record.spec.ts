import { expect } from 'chai'
import { auditBooks, isRefusal, recordEntry, type Transaction, wasRecorded } from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule } from '../../../rule.ts'
import { number, openForgetful } from './forgetful.ts'
import { openWorld } from './paidWorld.ts'

describe('120 Reconciliation: payments that the books have forgotten', () => {
  rule('120.38', 'a row that the books have forgotten is recorded as a payment that has succeeded', {
    'a payout': async () => {
      const { row, compared, record, balance, ports, last, accountId } = await openForgetful()
      const runId = await compared(row(2, { theirs: 'their-7', amountMinor: 30_000n }))
      const recorded = await record(runId)
      expect(recorded).to.include({ kind: 'payout', state: 'succeeded', reference: 'order-7', network: 'MTN' })
      expect(recorded).to.include({ providerRef: 'their-7', phoneNumber: number, amountMinor: 30_000n })
      expect(await balance()).to.deep.equal({ available: 70_000n, held: 0n })
      const id = 'id' in recorded ? recorded.id : ''
      const after = { kind: 'payout', amount: '30000', reference: 'order-7', reconciliation: runId, entry: 2 }
      expect(await last()).to.deep.include({
        ...{ kind: 'reconcile.record', accountId, subject: `transaction ${id}`, because: 'ticket 4711' },
        ...{ before: { available: '100000', currency: 'UGX' } },
        after: { ...after, available: '70000', currency: 'UGX' },
      })
      const found = await ports.books.annotated(id)
      expect(found?.annotations.map(({ text, by }) => [text, by])).to.deep.equal([
        ["recorded from line 2 of MTN's file export.csv: ticket 4711", 'brian'],
      ])
      const { events } = await ports.books.events({ accountId, after: 0, limit: 9 })
      expect(events.at(-1)?.event.cause).to.deep.equal({ transaction: id })
      expect(await auditBooks({ books: ports.books, secrets: testSecrets })()).to.deep.include({ ok: true })
    },
    'that looks like one that its network refused, as a row says': async () => {
      const { row, compared, record, ports } = await openForgetful()
      const { paid } = await openWorld(ports)
      const refused = { state: 'failed', reason: 'refused_by_network', providerRef: null, phoneNumber: number } as const
      const { id } = await paid({ ...refused, createdAtMs: row().atMs })
      const recorded = await record(await compared(row(2), row(3, { status: 'failed' })))
      expect(recorded).to.include({ state: 'succeeded', reference: 'order-7' })
      expect((await ports.books.transaction(id))?.attention).to.equal(null)
    },
    'with a case that shows that no request opened it': async () => {
      const { row, compared, record, pay } = await openForgetful()
      const recorded = await record(await compared(row()))
      const { stored } = await pay('succeeds', { reference: 'order-9' })
      expect(['id' in recorded && wasRecorded(recorded), wasRecorded(await stored())]).to.deep.equal([true, false])
    },
    'with the reason beside it, cut at 500 characters': async () => {
      const { row, compared, ports, who, accountId } = await openForgetful()
      const request = { runId: await compared(row()), item: 2, accountId, reference: 'order-7', ...who }
      const recorded = await recordEntry(ports)({ ...request, because: 'x'.repeat(500) })
      const found = await ports.books.annotated(isRefusal(recorded) ? '' : recorded.transaction.id)
      expect(found?.annotations[0]?.text)
        .to.match(/^recorded from line 2 .*: x+$/)
        .and.have.length(500)
    },
    'with an erased number, by its id': async () => {
      const { row, compared, record, ports, pay } = await openForgetful()
      await pay('succeeds', { reference: 'order-9' })
      const runId = await compared(row(2, { ours: 'our-7' }))
      await ports.reconciliations.erasePhoneNumbers(runId, [{ item: 2, pseudonym: 'erased-0f' }])
      expect(await record(runId)).to.include({ phoneNumber: 'erased-0f', providerId: 'our-7' })
    },
    'a collection': async () => {
      const { row, compared, record, balance, ports } = await openForgetful()
      const recorded = await record(await compared(row(2, { direction: 'in', amountMinor: 700n })))
      expect(recorded).to.include({ kind: 'collection', state: 'succeeded' })
      expect(await balance()).to.deep.equal({ available: 100_700n, held: 0n })
      expect(await auditBooks({ books: ports.books, secrets: testSecrets })()).to.deep.include({ ok: true })
    },
    'a refund, which leaves less of its collection': async () => {
      const schedules = [aSchedule({ kind: 'collection', isRefundable: true, tiers: [aTier({ percentE4: 20_000n })] })]
      const at = await openForgetful({ fees: { schedules, cashOuts: [] } })
      const { row, compared, record, ports, network, balance, last, codeOf } = at
      network.behaves('succeeds')
      const asked = await at.collect({ caller: await at.caller(), request: { ...at.request, reference: 'sale' } })
      if (isRefusal(asked)) throw new Error(asked.refused)
      await asked.outcome
      const { id: collectionId } = asked.transaction
      const runId = await compared(
        row(2, { amountMinor: 3_000n, theirs: 'their-2' }),
        row(3, { amountMinor: 2_001n, theirs: 'their-3' }),
        row(4, { direction: 'in', theirs: 'their-4' }),
        row(5, { currency: 'RWF', theirs: 'their-5' }),
      )
      const recorded = await record(runId, { refundOf: 'sale' })
      expect(recorded).to.include({ kind: 'refund', refundOf: collectionId, amountMinor: 3_000n, state: 'succeeded' })
      expect(recorded).to.include({ feeMinor: 0n, feeBackMinor: 60n })
      expect(await balance()).to.deep.equal({ available: 101_960n, held: 0n })
      expect((await last())?.after).to.include({ kind: 'refund', amount: '3000' })
      expect(await record(runId, { refundOf: collectionId })).to.deep.equal(recorded)
      expect(await codeOf(runId)).to.equal('recorded_already')
      const { events } = await ports.books.events({
        accountId: at.accountId,
        type: 'refund.succeeded',
        after: 0,
        limit: 9,
      })
      expect(events).to.have.length(1)
      const refused = async (item: number, refundOf: string) => {
        const answer = await record(runId, { item, reference: `refund-${item}`, refundOf })
        return 'refused' in answer ? answer.message : answer.id
      }
      expect(await refused(3, 'sale')).to.match(/only 2000 UGX of the collection is not refunded yet$/)
      const sale = await ports.books.transaction(collectionId)
      if (!sale) throw new Error('the collection is gone')
      const change = (change: Partial<Transaction>) =>
        inStep(ports, sale, (work) => work.record({ ...sale, ...change }))
      await change({ attention: 'contradiction' })
      expect(await refused(3, 'sale')).to.equal(
        `The row can't be recorded: ${collectionId} needs attention: decide about it first`,
      )
      await change({ attention: null, isTakenBack: true })
      expect(await refused(3, 'sale')).to.equal(
        `The row can't be recorded: its network has returned ${collectionId} by itself`,
      )
      await change({})
      expect(await refused(4, 'sale')).to.match(/it came in, and a refund goes out$/)
      expect(await refused(5, 'sale')).to.match(/sale was collected in UGX over MTN$/)
      for (const [reference, network] of [
        ['open', 'MTN'],
        ['other', 'AIRTEL'],
      ] as const) {
        at.networks[network]?.behaves(reference === 'open' ? 'accepts' : 'succeeds')
        const number = network === 'MTN' ? at.request.phoneNumber : '256750000001'
        const request = { ...at.request, reference, network, phoneNumber: number }
        const opened = await at.collect({ caller: await at.caller(), request })
        if (isRefusal(opened)) throw new Error(opened.refused)
        await opened.outcome
      }
      for (const name of ['none', 'order-7', 'open'])
        expect(await refused(3, name)).to.match(/has no collection .* that has succeeded$/)
      expect(await refused(3, 'other')).to.match(/other was collected in UGX over AIRTEL$/)
      expect(await auditBooks({ books: ports.books, secrets: testSecrets })()).to.deep.include({ ok: true })
    },
    'its reference is used up': async () => {
      const { row, compared, record, send, caller, payout } = await openForgetful()
      await record(await compared(row()), { reference: payout.reference })
      const again = await send({ caller: await caller(), request: payout })
      expect(isRefusal(again) && again.refused).to.equal('duplicate_reference')
    },
    'its row is resolved, and a later file confirms it': async () => {
      const { row, compared, record, ports } = await openForgetful()
      const runId = await compared(row())
      const recorded = await record(runId)
      const [entry] = await ports.reconciliations.entries({ runId, limit: 1 })
      expect(entry?.resolved).to.include({ by: 'brian', transactionId: 'id' in recorded ? recorded.id : '' })
      const [confirmed] = await ports.reconciliations.confirmed({ fromMs: 0 })
      expect(confirmed).to.include({ totalMinor: 5_000n, confirmedMinor: 5_000n, oldest: null })
      const later = await compared(row(), row(3, { phoneNumber: '256770000008' }))
      const found = await ports.reconciliations.entries({ runId: later, limit: 9 })
      expect(found.map(({ bucket }) => bucket)).to.deep.equal(['matched', 'missing_here'])
    },
    'a number that is not in the file': async () => {
      const { row, compared, record, codeOf } = await openForgetful()
      const runId = await compared(row(2, { phoneNumber: null, theirs: 'their-7' }))
      expect(await codeOf(runId)).to.equal('row_not_recordable')
      expect(await record(runId, { phoneNumber: number })).to.include({ phoneNumber: number })
    },
  })
})
