import type { Batch, Batches, BatchLine, BatchQuery, Scope, Transaction, UnitOfWork } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout, record, rowsIn } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, aPayout, succeeded, throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test that keeps batches. */
export type BatchStore = Store & { readonly batches: Batches }

/** A draft of an account's. */
export function aBatch(accountId: string, given: Partial<Batch> = {}): Batch {
  const { id } = aPayout(accountId)
  const sums = [{ currency: 'UGX', lines: 2, acceptedMinor: 9_000n, heldMinor: 9_000n }]
  return {
    ...{
      id,
      accountId,
      keyId: `key of ${id}`,
      reference: `salaries ${id}`,
      state: 'draft',
      digest: 'a digest',
      lines: 2,
      sums,
      totals: null,
    },
    ...{ createdAtMs: 1_000, begunAtMs: 1_000, updatedAtMs: 1_000, ...given },
  }
}

/** A line that waits. */
function aLine({ id }: Batch, number: number, given: Partial<BatchLine> = {}): BatchLine {
  return {
    ...{ batchId: id, number, reference: `line ${id} ${number}`, phoneNumber: `25677000000${number}` },
    ...{
      amountMinor: 4_500n,
      feeMinor: 0n,
      currency: 'UGX',
      network: 'MTN',
      description: null,
      metadata: {},
      customerMessage: null,
    },
    ...{ state: 'waiting', code: null, transactionId: null, ...given },
  }
}

/** Runs a step about a batch, and one of its lines. */
export function inBatch<T>(
  { books }: Store,
  batch: Batch,
  step: (work: UnitOfWork) => T,
  scope: Partial<Scope> = {},
): Promise<T> {
  return books.atomically({ account: batch.accountId, currency: 'UGX', batch: batch.id, events: true, ...scope }, step)
}

/** Writes a draft with lines. */
async function drafted({ batches }: BatchStore, batch: Batch, lines: readonly BatchLine[]): Promise<void> {
  await batches.draft(batch)
  await batches.addLines(lines)
}

/** Has a batch accepted, whose lines are `given`. */
async function accepted(
  store: BatchStore,
  accountId: string,
  given: readonly Partial<BatchLine>[] = [{}, {}],
  change: Partial<Batch> = {},
): Promise<{ batch: Batch; lines: readonly BatchLine[] }> {
  const batch = aBatch(accountId, change)
  const lines = given.map((line, index) => aLine(batch, index + 1, line))
  await drafted(store, batch, lines)
  const paying: Batch = { ...batch, state: 'paying' }
  await inBatch(store, batch, (work) => work.keepBatch(paying))
  return { batch: paying, lines }
}

/** Opens a line as a payout, without moving money. */
async function open(store: BatchStore, batch: Batch, line: BatchLine): Promise<Transaction> {
  const { phoneNumber, reference } = line
  const payout = aPayout(batch.accountId, { phoneNumber, reference, amountMinor: 4_500n })
  const scope = { transaction: payout.id, reference, batchLine: line.number }
  await inBatch(
    store,
    batch,
    (work) => {
      work.record(payout)
      work.keepBatchLine({ ...line, state: 'opened', transactionId: payout.id })
    },
    scope,
  )
  return payout
}

/** Ends a payout in success, without moving money. */
function end(store: BatchStore, payout: Transaction): Promise<void> {
  return record(store, { ...payout, state: 'succeeded' })
}

const pseudonym = 'erased-0f'

const claim = { nowMs: 10_000, leaseMs: 1_000, limit: 9 }

/** Rules 210.1 to 210.13. */
const facts: Facts<BatchStore> = {
  async '210.1 a draft is found by no look-up, and is forgotten when asked; a batch that is accepted stays'(store) {
    const { account } = await fundedAccount(store)
    const { batches } = store
    const draft = aBatch(account.id, { createdAtMs: 500 })
    await drafted(store, draft, [aLine(draft, 1)])
    const look = async ({ id, reference }: Batch) => [
      await batches.byId(id),
      await batches.byReference(account.id, reference),
      await batches.list({ accountId: account.id, limit: 9 }),
    ]
    equal(await look(draft), [undefined, undefined, []], 'what is found of a draft')
    equal(await batches.claim({ ...claim, by: 'one' }), [], 'what is claimed')
    const { batch } = await accepted(store, account.id)
    equal(await look(batch), [batch, batch, [batch]], 'what is found of a batch')
    await batches.forget(batch.id)
    equal(await batches.forgetDrafts({ beforeMs: 500, limit: 9 }), 0, 'how many drafts are older')
    equal(await batches.forgetDrafts({ beforeMs: 501, limit: 9 }), 1, 'how many drafts are forgotten')
    equal(await inBatch(store, draft, (work) => work.batch()), undefined, 'what a step finds of it')
    equal(await look(batch), [batch, batch, [batch]], 'what is found of the batch afterwards')
    equal((await batches.lines({ batchId: batch.id, after: 0, limit: 9 })).length, 2, 'how many lines it has')
  },
  async '210.2 of batches with one reference of an account one is accepted, and a step sees which'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const draft = aBatch(account.id, { reference: 'r' })
    await drafted(store, draft, [aLine(draft, 1)])
    const seen = () => inBatch(store, draft, (work) => work.batch()?.isReferenceUsed)
    await accepted(store, other.id, [{}], { reference: 'r' })
    equal(await seen(), false, 'whether it is used before')
    const accept = (batch: Batch) =>
      inBatch(store, batch, (work) => {
        if (work.batch()?.isReferenceUsed) return 'used'
        work.keepBatch({ ...batch, state: 'paying' })
        return 'accepted'
      })
    const second = aBatch(account.id, { reference: 'r' })
    await drafted(store, second, [aLine(second, 1)])
    equal((await Promise.all([accept(draft), accept(second)])).sort(), ['accepted', 'used'], 'two at once')
  },
  async '210.3 a step moves the balances of all currencies that its scope names, and no other'(store) {
    const { account } = await fundedAccount(store)
    await fund(store, aFunding(account.id, { currency: 'RWF', amountMinor: 70n }))
    const { batch } = await accepted(store, account.id)
    const move = (currency: string, amountMinor: bigint) => (work: UnitOfWork) =>
      work.ledger.post({
        ...{ accountId: account.id, currency, from: 'available', to: 'held', amountMinor },
        ...{ cause: { batch: batch.id }, atMs: 1 },
      })
    await inBatch(
      store,
      batch,
      (work) => {
        move('UGX', 9_000n)(work)
        move('RWF', 30n)(work)
      },
      { currencies: ['RWF'] },
    )
    const balances = (await store.books.balances(account.id)).map(
      ({ currency, heldMinor }) => `${currency} ${heldMinor}`,
    )
    equal(balances.sort(), ['RWF 30', 'UGX 9000'], 'what is held')
    await rejection(inBatch(store, batch, move('RWF', 1n)), 'a step that moves another currency')
    await store.books.snapshot(async (snapshot) => {
      const rows = await rowsIn(snapshot.batches())
      const moved = [...(rows[0]?.moved ?? [])].sort((one, two) => (one.currency < two.currency ? -1 : 1))
      equal(
        moved,
        [
          { currency: 'RWF', heldMinor: 30n, releasedMinor: 0n },
          { currency: 'UGX', heldMinor: 9_000n, releasedMinor: 0n },
        ],
        'what a snapshot says that was moved',
      )
      equal(rows[0]?.waiting, [{ currency: 'UGX', minor: 9_000n }], 'what waits')
    })
    equal((await balanceOf(store, account.id))[1], 9_000n, 'what is held in the end')
  },
  async '210.4 a line is opened once, with its payment or not at all'(store) {
    const { account } = await fundedAccount(store)
    const {
      batch,
      lines: [first, second],
    } = (await accepted(store, account.id)) as { batch: Batch; lines: [BatchLine, BatchLine] }
    const payout = await open(store, batch, first)
    await rejection(open(store, batch, first), 'a second opening')
    const failing = inBatch(
      store,
      batch,
      (work) => {
        work.keepBatchLine({ ...second, state: 'refused', code: 'limit_reached' })
        throw new Error('broken')
      },
      { batchLine: 2 },
    )
    await rejection(failing, 'a step that throws')
    const refuse = (work: UnitOfWork) => {
      work.keepBatchLine({ ...second, state: 'refused', code: 'limit_reached' })
      return { refused: 'quarantined' }
    }
    await inBatch(store, batch, refuse, { batchLine: 2 })
    const rows = await store.batches.lines({ batchId: batch.id, after: 0, limit: 9 })
    equal(
      rows,
      [
        { line: { ...first, state: 'opened', transactionId: payout.id }, transaction: payout },
        { line: second, transaction: undefined },
      ],
      'the lines',
    )
  },
  async '210.5 a step sees whether another line to the same phone number is open'(store) {
    const { account } = await fundedAccount(store)
    const given = [{ phoneNumber: '256770000009' }, { phoneNumber: '256770000009' }, {}]
    const { batch, lines } = await accepted(store, account.id, given)
    const { lines: others } = await accepted(store, account.id, given.slice(0, 1))
    const busy = () =>
      Promise.all([2, 3].map((batchLine) => inBatch(store, batch, (work) => work.batchLine()?.isBusy, { batchLine })))
    equal(await busy(), [false, false], 'before')
    equal(others.length, 1, 'how many lines another batch has to it')
    const payout = await open(store, batch, lines[0] as BatchLine)
    equal(await busy(), [true, false], 'while one is open')
    await end(store, payout)
    await store.batches.settle(batch.id)
    equal(await busy(), [false, false], 'once that has ended')
  },
  async '210.6 the next lines are those that wait, in their order, of each phone number the first'(store) {
    const { account } = await fundedAccount(store)
    const given = ['9', '9', '1', '8', '8'].map((digit) => ({ phoneNumber: `25677000000${digit}` }))
    const { batch, lines } = await accepted(store, account.id, [
      ...given,
      { network: 'AIRTEL', phoneNumber: '256700000001' },
    ])
    const next = async (limit = 9, network = 'MTN') =>
      (await store.batches.next({ batchId: batch.id, currency: 'UGX', network, limit })).map(({ number }) => number)
    equal(await next(), [1, 3, 4], 'the next lines')
    equal(await next(2), [1, 3], 'two of them')
    equal(await next(9, 'AIRTEL'), [6], 'those over another network')
    const payout = await open(store, batch, lines[0] as BatchLine)
    equal(await next(), [3, 4], 'while one is open')
    const waiting = [
      { currency: 'UGX', network: 'AIRTEL' },
      { currency: 'UGX', network: 'MTN' },
    ]
    equal(await store.batches.settle(batch.id), { waiting, opened: 1 }, 'where lines wait')
    await end(store, payout)
    equal(await store.batches.settle(batch.id), { waiting, opened: 0 }, 'once it has ended')
    equal(await next(), [2, 3, 4], 'the next lines then')
  },
  async '210.7 a batch that is paying or cancelling is given to one process at a time'(store) {
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
    equal(both.flat(), [batch.id], 'what two at once get')
    const [holder, other] = both[0]?.length === 1 ? (['one', 'two'] as const) : (['two', 'one'] as const)
    equal(await claimed(holder, 10_900), [batch.id], 'what its claimer gets again')
    equal(await claimed(other, 11_899), [], 'another, while the lease lasts')
    equal(await claimed(other, 11_900), [batch.id], 'another, once it is over')
    await batches.giveBack(other)
    equal(await claimed(holder, 11_901), [batch.id], 'one after it was given back')
    equal(await claimed(other, 5_000), [batch.id], 'by a clock by which the claim lasts too long')
  },
  async '210.8 lines are listed with their payments, and added up, by how far they have come'(store) {
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
    const listed = async (query: object) =>
      (await store.batches.lines({ batchId: batch.id, after: 0, limit: 9, ...query })).map(
        ({ line: { number } }) => number,
      )
    equal(await listed({}), [1, 2, 3, 4], 'all')
    equal(await listed({ after: 1, limit: 2 }), [2, 3], 'a page')
    equal(await listed({ progress: 'succeeded' }), [1], 'those that succeeded')
    equal(await listed({ progress: 'pending' }), [2], 'those that are open')
    equal(await listed({ progress: 'waiting' }), [3], 'those that wait')
    equal(await listed({ progress: 'refused' }), [4], 'those that are refused')
    const rows = await store.batches.lines({ batchId: batch.id, after: 2, limit: 9 })
    equal(
      rows.map(({ line }) => line),
      lines.slice(2),
      'what is kept of lines',
    )
    const [row] = await store.batches.lines({ batchId: batch.id, after: 1, limit: 1 })
    equal([row?.line.description, row?.line.metadata], [said.description, said.metadata], 'what was said')
    const total = { currency: 'UGX', lines: 1, minor: 4_500n }
    equal(
      await store.batches.totals(batch.id),
      [
        { progress: 'waiting', ...total },
        { progress: 'pending', ...total },
        { progress: 'succeeded', ...total },
        { progress: 'refused', ...total, minor: 0n },
      ],
      'what they come to',
    )
    await inBatch(store, batch, (work) => work.keepBatch({ ...batch, state: 'cancelling' }))
    equal(await listed({ progress: 'cancelled' }), [3], 'those that are cancelled')
  },
  async '210.9 a batch completes once, with what its lines came to and an event of its account'(store) {
    const { account } = await fundedAccount(store)
    const { batch } = await accepted(store, account.id)
    const totals = [{ progress: 'cancelled', currency: 'UGX', lines: 2, minor: 9_007_199_254_740_993n }] as const
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
    equal(ofType.events, [{ event, batch: completed }], 'those of its type')
  },
  async '210.10 of references it is told which an account’s payments have used'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    await openPayout(store, aPayout(account.id, { reference: 'used' }))
    await openPayout(store, aPayout(other.id, { reference: 'theirs' }))
    equal(await store.batches.usedReferences(account.id, ['free', 'used', 'theirs']), ['used'], 'those that are used')
    equal(await store.batches.usedReferences(account.id, []), [], 'of none')
  },
  async '210.11 a phone number is erased from lines, with an action or not at all, and with that of a line’s payment; nothing else of a line changes'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const refused = { state: 'refused', code: 'amount_below_minimum' } as const
    const { batch, lines } = await accepted(store, account.id, [{}, refused, refused])
    const { batch: other, lines: others } = await accepted(store, account.id, [{}, refused])
    const kept = async ({ id }: Batch) =>
      (await store.batches.lines({ batchId: id, after: 0, limit: 9 })).map(({ line }) => line)
    const erasures = [{ number: 2, pseudonym }]
    await rejection(store.batches.erasePhoneNumbers(batch.id, erasures, throwing), 'an erasure whose action throws')
    equal(await kept(batch), lines, 'the lines then')
    await store.batches.erasePhoneNumbers(batch.id, erasures)
    const [first, second, third] = lines as [BatchLine, BatchLine, BatchLine]
    equal(await kept(batch), [first, { ...second, phoneNumber: pseudonym }, third], 'the lines')
    equal(await kept(other), others, 'those of another batch')
    const payout = await open(store, batch, first)
    await record(store, succeeded(payout))
    await inStep(store, payout, (work) => work.erasePhoneNumber(payout.id, pseudonym))
    equal(
      (await kept(batch)).map(({ phoneNumber }) => phoneNumber),
      [pseudonym, pseudonym, third.phoneNumber],
      'the numbers',
    )
  },
  async '210.12 lines are added to a draft that is there, and to no other batch'(store) {
    const { account } = await fundedAccount(store)
    const { batches } = store
    const linesOf = async ({ id }: Batch) => (await batches.lines({ batchId: id, after: 0, limit: 9 })).length
    const draft = aBatch(account.id)
    await batches.draft(draft)
    equal(await batches.addLines([aLine(draft, 1)]), true, 'whether lines are added to a draft')
    equal(await batches.addLines([aLine(draft, 2)]), true, 'whether more are')
    equal(await linesOf(draft), 2, 'how many it has')
    await batches.forget(draft.id)
    equal(await batches.addLines([aLine(draft, 3)]), false, 'whether they are added to one that is forgotten')
    equal(await linesOf(draft), 0, 'how many that has')
    const { batch } = await accepted(store, account.id)
    equal(await batches.addLines([aLine(batch, 3)]), false, 'whether they are added to one that is accepted')
    equal(await linesOf(batch), 2, 'how many that has')
  },
  async '210.13 batches are listed newest first, those of an account, in a state and before another one'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const { batch: first } = await accepted(store, account.id)
    const { batch: second } = await accepted(store, account.id)
    const { batch: foreign } = await accepted(store, other.id)
    const { batch: third } = await accepted(store, account.id)
    const paused: Batch = { ...second, state: 'paused' }
    await inBatch(store, second, (work) => work.keepBatch(paused))
    const listed = async (query: Partial<BatchQuery>) =>
      (await store.batches.list({ accountId: account.id, limit: 9, ...query })).map(({ id }) => id)
    equal(await listed({}), [third.id, second.id, first.id], 'those of an account')
    equal(await listed({ limit: 2 }), [third.id, second.id], 'the newest two')
    equal(await listed({ before: third.id }), [second.id, first.id], 'those before another one')
    equal(await listed({ state: 'paused' }), [second.id], 'those that pause')
    equal(await listed({ state: 'paying', before: third.id }), [first.id], 'those that are paying, before another one')
    equal(await listed({ state: 'completed' }), [], 'those that are completed')
    const all = (await store.batches.list({ state: 'paying', limit: 9 })).map(({ id }) => id)
    equal(all, [third.id, foreign.id, first.id], 'those of everybody that are paying')
  },
}

/** What every store of batches promises: chapter 210. `open` makes a store, empty, for each check. */
export function batches(open: () => BatchStore | Promise<BatchStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
