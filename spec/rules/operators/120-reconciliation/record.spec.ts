import { expect } from 'chai'
import {
  auditBooks,
  type FileRow,
  type ForgottenPayment,
  fundAccount,
  isRefusal,
  recordEntry,
  resolveEntries,
  type Transaction,
  wasRecorded,
} from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { anAccount } from '../../../contracts/kit/records.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule, table } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openActions } from '../126-actions/changes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000
const number = '256770000009'

/** A core with an account that has UGX 100,000, and comparisons of files with its books. */
async function openForgetful(store: Parameters<typeof openActions>[0] = {}) {
  const at = await openActions(store)
  const { compare } = await openWorld(at.ports)
  const nowMs = at.clock.nowMs()
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: nowMs - hourMs }))
  /** A row of a payment that is not in the books. */
  const row = (line = 2, change: Partial<FileRow> = {}) => rowOf(template, line, { phoneNumber: number, ...change })
  const compared = async (...rows: FileRow[]) => {
    const { run } = await compare(rows, { fromMs: nowMs - 2 * hourMs, toMs: nowMs })
    return run.id
  }
  /** Records an entry of a run; resolves with the transaction, or the code of the refusal. */
  const record = async (runId: string, change: Partial<ForgottenPayment> = {}) => {
    const request = { runId, item: 2, accountId: at.accountId, reference: 'order-7', ...change, ...at.who }
    const done = await recordEntry(at.ports)(request)
    return isRefusal(done) ? done : done.transaction
  }
  const codeOf = async (...asked: Parameters<typeof record>) => {
    const done = await record(...asked)
    return 'refused' in done ? done.refused : done.id
  }
  return { ...at, row, compared, record, codeOf }
}

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

  rule('120.40', 'a row that cannot be recorded is refused, and nothing changes', {
    'a balance that is too low': async () => {
      const { row, compared, record, codeOf, balance, ports, who, accountId } = await openForgetful()
      const runId = await compared(row(2, { amountMinor: 100_001n }))
      expect(await record(runId)).to.deep.equal({
        refused: 'balance_too_low',
        message: `Account ${accountId} lacks 1 of 100001 UGX: record missing fundings and collections first`,
      })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      await fundAccount(ports)({ accountId, currency: 'UGX', amount: 1, reference: 'bank-7', ...who })
      expect(await codeOf(runId)).to.match(/^[0-9a-f-]{36}$/)
      expect(await balance()).to.deep.equal({ available: 0n, held: 0n })
    },
    'a reference that another payment has': async () => {
      const { row, compared, record, pay, balance } = await openForgetful()
      const { id } = await pay('succeeds', { reference: 'order-7', phoneNumber: '256770000001' })
      const before = await balance()
      expect(await record(await compared(row()))).to.deep.equal({
        refused: 'reference_used',
        message: `The account has used order-7 for transaction ${id}: was it paid twice? Record it under another one`,
      })
      expect(await balance()).to.deep.equal(before)
    },
    'other rows': table(
      ['row', 'why'],
      [
        ['not missing', 'its bucket is not_ours instead of missing_here'],
        ['failed', 'its status is failed, and only executed payments are recorded'],
        ['between wallets', 'it does not show the direction of the money'],
        ['of another number', 'it has another number, 256770000009'],
        ['of no number', 'it has no number: give the phone number'],
        ['of a part of a number', 'it has only a part of the number: give the phone number'],
        ['of a part of another number', 'it has another number, 25677****009'],
        ['of an erased number', 'its number was erased, and it has no id that shows whether it was recorded before'],
        ['resolved', 'brian has resolved it: ticket 4711'],
      ],
      async (what, why) => {
        const { row, compared, record, codeOf, ports, who, all } = await openForgetful()
        const change: Record<string, Partial<FileRow>> = {
          'not missing': { kind: 'other' },
          failed: { status: 'failed' },
          'between wallets': { direction: 'between' },
          'of no number': { phoneNumber: null, theirs: 'their-7' },
          'of a part of a number': { phoneNumber: '25677****001', theirs: 'their-7' },
          'of a part of another number': { phoneNumber: '25677****009', theirs: 'their-7' },
        }
        const runId = await compared(row(2, change[what]))
        if (what === 'resolved') await resolveEntries(ports)({ runId, endPayments: false, ...who })
        if (what === 'of an erased number')
          await ports.reconciliations.erasePhoneNumbers(runId, [{ item: 2, pseudonym: 'erased-0f' }])
        const before = await all()
        const message = `The row can't be recorded: ${why}`
        const asked = what.endsWith('another number') ? { phoneNumber: '256770000008' } : {}
        expect(await record(runId, asked)).to.deep.equal({ refused: 'row_not_recordable', message })
        expect(await codeOf(runId, { item: 3 })).to.equal('no_such_entries')
        expect(await all()).to.deep.equal(before)
      },
    ),
    'other requests': async () => {
      const { row, compared, codeOf, record, ports, accountId, who, all } = await openForgetful()
      const runId = await compared(row())
      const before = await all()
      expect(await codeOf('none')).to.equal('unknown_reconciliation')
      expect(await codeOf(runId, { accountId: 'none' })).to.equal('unknown_account')
      expect(await codeOf(runId, { reference: 'with blank' })).to.equal('malformed_reference')
      expect(await record(runId, { reference: '' }))
        .to.have.property('message')
        .that.matches(/^A reference must be /)
      const without = { runId, item: 2, accountId, reference: 'order-7', ...who }
      for (const [change, code] of [
        [{ by: '' }, 'malformed_name'],
        [{ because: '' }, 'malformed_explanation'],
        [{ because: undefined as never }, 'malformed_explanation'],
      ] as const)
        expect(await recordEntry(ports)({ ...without, ...change })).to.include({ refused: code })
      expect(await all()).to.deep.equal(before)
    },
  })
})
