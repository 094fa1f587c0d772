import type { Batch, BatchLine, BatchQuery, Posting, UnitOfWork } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aPayout, succeeded, throwing } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import {
  aBatch,
  accepted,
  aLine,
  type BatchStore,
  end,
  inBatch,
  type LinesQuery,
  linesOf,
  open,
  rowsOf,
} from './drafts.ts'

const claim = { nowMs: 10_000, leaseMs: 1_000, limit: 9 }

const pseudonym = 'erased-0f'

/** Rules 210.7 to 210.15: payment, lists and changes of batches. */
export const lines: Facts<BatchStore> = {
  async '210.7 a paying or cancelling batch is given to one process at a time'(store) {
    const { account } = await fundedAccount(store)
    const { batches } = store
    const { batch } = await accepted(store, account.id)
    for (const state of ['paused', 'awaiting_approval'] as const) {
      const { batch: other } = await accepted(store, account.id)
      await inBatch(store, other, (work) => work.keepBatch({ ...other, state }))
    }
    const claimed = async (by: string, nowMs: number) =>
      (await batches.claim({ ...claim, by, nowMs })).map(({ id }) => id)
    const both = await Promise.all([claimed('one', 10_000), claimed('two', 10_000)])
    equal(both.flat(), [batch.id], 'the claims of two at once')
    const [holder, other] = both[0]?.length === 1 ? (['one', 'two'] as const) : (['two', 'one'] as const)
    equal(await claimed(holder, 10_900), [batch.id], 'the next claim of its claimer')
    equal(await claimed(other, 11_899), [], 'another, while the lease lasts')
    equal(await claimed(other, 11_900), [batch.id], 'another, once it is over')
    await batches.giveBack(other, 'another')
    equal(await claimed(holder, 11_900), [], 'one, after another was given back')
    await batches.giveBack(other)
    equal(await claimed(holder, 11_901), [batch.id], 'one after it was given back')
    equal(await claimed(other, 5_000), [batch.id], 'by a clock that makes the claim last too long')
  },
  async '210.8 lines are listed with their payments, and added up, by state'(store) {
    const { account } = await fundedAccount(store)
    const refused = { state: 'refused', code: 'missing_fields', amountMinor: null, reference: '' } as const
    const said = {
      customerMessage: 'Thank you',
      description: 'shoes, “size 42” 👟',
      metadata: { 'naïve "name"': 'a\\b' },
    }
    const { batch, lines } = await accepted(store, account.id, [{}, said, {}, refused])
    const [first, second] = lines as [BatchLine, BatchLine]
    await end(store, await open(store, batch, first))
    await open(store, batch, second)
    const listed = async (query: Partial<LinesQuery>) =>
      (await rowsOf(store, batch, query)).map(({ line: { number } }) => number)
    equal(await listed({}), [1, 2, 3, 4], 'all')
    equal(await listed({ after: 1, limit: 2 }), [2, 3], 'a page')
    equal(await listed({ progress: 'succeeded' }), [1], 'the successful ones')
    equal(await listed({ progress: 'pending' }), [2], 'the open ones')
    equal(await listed({ progress: 'waiting' }), [3], 'the waiting ones')
    equal(await listed({ progress: 'refused' }), [4], 'the refused ones')
    const kept = await linesOf(store, batch)
    equal(kept.slice(2), lines.slice(2), 'the stored fields of lines')
    equal([kept[1]?.description, kept[1]?.metadata], [said.description, said.metadata], 'the stored descriptions')
    const total = { currency: 'UGX', lines: 1, minor: 4_500n, feesMinor: 0n }
    equal(
      await store.batches.totals(batch.id),
      [
        { progress: 'waiting', ...total },
        { progress: 'pending', ...total },
        { progress: 'succeeded', ...total },
        { progress: 'refused', ...total, minor: 0n },
      ],
      'their sums',
    )
    await inBatch(store, batch, (work) => work.keepBatch({ ...batch, state: 'cancelling' }))
    equal(await listed({ progress: 'cancelled' }), [3], 'the cancelled ones')
  },
  async '210.9 a batch completes once, with the sums of its lines and an event of its account'(store) {
    const { account } = await fundedAccount(store)
    const { batch } = await accepted(store, account.id)
    const totals = [
      {
        progress: 'cancelled',
        currency: 'UGX',
        lines: 2,
        minor: 9_007_199_254_740_993n,
        feesMinor: 9_007_199_254_740_995n,
      },
    ] as const
    const completed: Batch = { ...batch, state: 'completed', totals, updatedAtMs: 7_000 }
    const complete = () => inBatch(store, batch, (work) => work.keepBatch(completed))
    await complete()
    equal(await store.batches.byId(batch.id), completed, 'the batch')
    await rejection(complete(), 'a second time')
    const cause = { batch: batch.id }
    const event = { accountId: account.id, sequence: 2, cause, atMs: 7_000 }
    const { events } = await store.books.events({ accountId: account.id, after: 1, limit: 9 })
    equal(events, [{ event, batch: completed }], 'the events')
    const ofType = await store.books.events({ accountId: account.id, after: 0, type: 'batch.completed', limit: 9 })
    equal(ofType.events, [{ event, batch: completed }], 'the events of its type')
  },
  async '210.10 a search by references returns those that an account’s payments have used'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    await openPayout(store, aPayout(account.id, { reference: 'used' }))
    await openPayout(store, aPayout(other.id, { reference: 'theirs' }))
    equal(await store.batches.usedReferences(account.id, ['free', 'used', 'theirs']), ['used'], 'the used ones')
    equal(await store.batches.usedReferences(account.id, []), [], 'of none')
  },
  async '210.11 a phone number is erased from lines, with an action or not at all, and together with the number of a line’s payment; nothing else of a line changes'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const refused = { state: 'refused', code: 'amount_below_minimum' } as const
    const { batch, lines } = await accepted(store, account.id, [{}, refused, refused])
    const { batch: other, lines: others } = await accepted(store, account.id, [{}, refused])
    const erasures = [{ number: 2, pseudonym }]
    await rejection(
      store.batches.erasePhoneNumbers(batch.id, erasures, throwing),
      'an erasure with an action that throws',
    )
    equal(await linesOf(store, batch), lines, 'the lines then')
    await store.batches.erasePhoneNumbers(batch.id, erasures)
    const [first, second, third] = lines as [BatchLine, BatchLine, BatchLine]
    equal(await linesOf(store, batch), [first, { ...second, phoneNumber: pseudonym }, third], 'the lines')
    equal(await linesOf(store, other), others, 'the lines of another batch')
    const payout = await open(store, batch, first)
    await record(store, succeeded(payout))
    await inStep(store, payout, (work) => work.erasePhoneNumber(payout.id, pseudonym))
    equal(
      (await linesOf(store, batch)).map(({ phoneNumber }) => phoneNumber),
      [pseudonym, pseudonym, third.phoneNumber],
      'the numbers',
    )
  },
  async '210.12 lines are added to an existing draft, and to no other batch'(store) {
    const { account } = await fundedAccount(store)
    const { batches } = store
    const count = async (of: Batch) => (await linesOf(store, of)).length
    const drafted = aBatch(account.id)
    await batches.draft(drafted)
    equal(await batches.addLines([aLine(drafted, 1)]), true, 'whether lines are added to a draft')
    equal(await batches.addLines([aLine(drafted, 2)]), true, 'whether more are')
    equal(await count(drafted), 2, 'the number of its lines')
    await batches.forget(drafted.id)
    equal(await batches.addLines([aLine(drafted, 3)]), false, 'whether they are added to a forgotten one')
    equal(await count(drafted), 0, 'the number of lines there')
    const { batch } = await accepted(store, account.id)
    equal(await batches.addLines([aLine(batch, 3)]), false, 'whether they are added to an accepted one')
    equal(await count(batch), 2, 'the number of lines there')
  },
  async '210.13 batches are listed newest first, by account, reference, state and time, and before another one'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const { batch: first } = await accepted(store, account.id)
    const { batch: second } = await accepted(store, account.id)
    const { batch: foreign } = await accepted(store, other.id)
    const { batch: third } = await accepted(store, account.id, [{}], { createdAtMs: 2_000 })
    const paused: Batch = { ...second, state: 'paused' }
    await inBatch(store, second, (work) => work.keepBatch(paused))
    const listed = async (query: Partial<BatchQuery>) =>
      (await store.batches.list({ accountId: account.id, limit: 9, ...query })).map(({ id }) => id)
    equal(await listed({}), [third.id, second.id, first.id], 'the batches of an account')
    equal(await listed({ limit: 2 }), [third.id, second.id], 'the newest two')
    equal(await listed({ before: third.id }), [second.id, first.id], 'the batches before another one')
    equal(await listed({ state: 'paused' }), [second.id], 'the paused ones')
    equal(await listed({ state: 'paying', before: third.id }), [first.id], 'the paying ones before another one')
    equal(await listed({ state: 'completed' }), [], 'the completed ones')
    equal(await listed({ reference: second.reference }), [second.id], 'the one with a reference')
    equal(await listed({ createdFromMs: 1_001 }), [third.id], 'the ones from a time on')
    equal(await listed({ createdFromMs: 1_000, createdToMs: 2_000 }), [second.id, first.id], 'the ones before a time')
    const all = (await store.batches.list({ state: 'paying', limit: 9 })).map(({ id }) => id)
    equal(all, [third.id, foreign.id, first.id], 'the paying ones of all accounts')
  },
  async '210.14 batches of closed accounts that may hold money are found, the oldest first'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    await accepted(store, other.id)
    const states = ['awaiting_approval', 'cancelling', 'paying', 'paused'] as const
    const ids: string[] = []
    for (const state of states) {
      const { batch } = await accepted(store, account.id)
      await inBatch(store, batch, (work) => work.keepBatch({ ...batch, state }))
      if (state !== 'cancelling') ids.push(batch.id)
    }
    await store.batches.draft(aBatch(account.id))
    const found = async (limit: number) => (await store.batches.ofClosedAccounts(limit)).map(({ id }) => id)
    equal(await found(9), [], 'the batches of open accounts')
    await store.accounts.change(account.id, (open) => ({ ...open, closed: true }))
    equal(await found(9), ids, 'the batches of a closed one')
    equal(await found(2), ids.slice(0, 2), 'the oldest two')
  },
  async '210.15 in a statement, the money that a batch releases for one line has the reference, and the payout, of that line'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const { batch, lines } = await accepted(store, account.id)
    const [first, second] = lines as [BatchLine, BatchLine]
    const { reference, phoneNumber } = first
    const payout = aPayout(account.id, { reference, phoneNumber, amountMinor: 4_500n })
    const money = { accountId: account.id, currency: 'UGX', amountMinor: 4_500n, atMs: 6_000 } as const
    const hold = (work: UnitOfWork, cause: Posting['cause']) =>
      work.ledger.post({ ...money, from: 'available', to: 'held', cause })
    const release = (work: UnitOfWork, line?: BatchLine) => {
      const ofLine = line && { batchLine: line.number }
      work.ledger.post({ ...money, from: 'held', to: 'available', cause: { batch: batch.id }, ...ofLine })
    }
    for (const _ of lines) await inBatch(store, batch, (work) => hold(work, { batch: batch.id }))
    const refuseLine = (work: UnitOfWork) => {
      release(work, second)
      work.keepBatchLine({ ...second, state: 'refused', code: 'duplicate_reference' })
    }
    await inBatch(store, batch, refuseLine, { batchLine: second.number })
    const openLine = (work: UnitOfWork) => {
      release(work, first)
      hold(work, { transaction: payout.id })
      work.record(payout)
      work.keepBatchLine({ ...first, state: 'opened', transactionId: payout.id })
    }
    await inBatch(store, batch, openLine, { transaction: payout.id, reference, batchLine: first.number })
    await inBatch(store, batch, (work) => hold(work, { batch: batch.id }))
    await inBatch(store, batch, (work) => release(work))
    const statement = await store.books.statement({ accountId: account.id, currency: 'UGX', limit: 9 })
    const entries = statement?.postings.slice(-6).map((row) => {
      const { posting, reference: named, opened = null, phoneNumber: paid } = row
      return [named, opened, paid, posting.batchLine ?? null]
    })
    const ofBatch = [batch.reference, null, null, null]
    const wanted = [
      ofBatch,
      [second.reference, null, null, second.number],
      [reference, payout.id, phoneNumber, first.number],
      [reference, null, phoneNumber, null],
      ofBatch,
      ofBatch,
    ]
    equal(entries, wanted, 'its entries')
  },
}
