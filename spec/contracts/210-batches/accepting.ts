import type { Batch, BatchLine, UnitOfWork } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, rowsIn } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import { aBatch, accepted, aLine, type BatchStore, draft, end, inBatch, linesOf, open, rowsOf } from './drafts.ts'

/** Rules 210.1 to 210.6: acceptance of batches, and opening of their lines. */
export const accepting: Facts<BatchStore> = {
  async '210.1 a draft is found by no look-up, and is forgotten on request; an accepted batch stays'(store) {
    const { account } = await fundedAccount(store)
    const { batches } = store
    const drafted = aBatch(account.id, { createdAtMs: 500 })
    await draft(store, drafted, [aLine(drafted, 1)])
    const look = async ({ id, reference }: Batch) => [
      await batches.byId(id),
      await batches.byReference(account.id, reference),
      await batches.list({ accountId: account.id, limit: 9 }),
    ]
    equal(await look(drafted), [undefined, undefined, []], 'the draft')
    equal(await batches.claim({ nowMs: 10_000, leaseMs: 1_000, limit: 9, by: 'one' }), [], 'the claimed batches')
    const { batch } = await accepted(store, account.id)
    equal(await look(batch), [batch, batch, [batch]], 'the batch')
    await batches.forget(batch.id)
    equal(await batches.forgetDrafts({ beforeMs: 500, limit: 9 }), 0, 'the number of older drafts')
    equal(await batches.forgetDrafts({ beforeMs: 501, limit: 9 }), 1, 'the number of forgotten drafts')
    equal(await inBatch(store, drafted, (work) => work.batch()), undefined, 'the batch that a step finds')
    equal(await look(batch), [batch, batch, [batch]], 'the batch afterwards')
    equal((await linesOf(store, batch)).length, 2, 'the number of its lines')
  },
  async '210.2 one of several batches with the same reference of an account is accepted, and a step sees it'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const drafted = aBatch(account.id, { reference: 'r' })
    await draft(store, drafted, [aLine(drafted, 1)])
    const seen = () => inBatch(store, drafted, (work) => work.batch()?.isReferenceUsed)
    await accepted(store, other.id, [{}], { reference: 'r' })
    equal(await seen(), false, 'whether it is used before')
    const accept = (batch: Batch) =>
      inBatch(store, batch, (work) => {
        if (work.batch()?.isReferenceUsed) return 'used'
        work.keepBatch({ ...batch, state: 'paying' })
        return 'accepted'
      })
    const second = aBatch(account.id, { reference: 'r' })
    await draft(store, second, [aLine(second, 1)])
    equal((await Promise.all([accept(drafted), accept(second)])).sort(), ['accepted', 'used'], 'two at once')
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
    const moveBoth = (work: UnitOfWork) => [move('UGX', 9_000n)(work), move('RWF', 30n)(work)]
    await inBatch(store, batch, moveBoth, { currencies: ['RWF'] })
    const balances = (await store.books.balances(account.id)).map(
      ({ currency, heldMinor }) => `${currency} ${heldMinor}`,
    )
    equal(balances.sort(), ['RWF 30', 'UGX 9000'], 'the held money')
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
        'the movements in a snapshot',
      )
      equal(rows[0]?.waiting, [{ currency: 'UGX', minor: 9_000n }], 'the waiting lines')
    })
    equal((await balanceOf(store, account.id))[1], 9_000n, 'the held money in the end')
  },
  async '210.4 a line is opened once, with its payment or not at all'(store) {
    const { account } = await fundedAccount(store)
    const { batch, lines } = await accepted(store, account.id)
    const [first, second] = lines as [BatchLine, BatchLine]
    const payout = await open(store, batch, first)
    await rejection(open(store, batch, first), 'a second opening')
    const refuse = (work: UnitOfWork) => {
      work.keepBatchLine({ ...second, state: 'refused', code: 'limit_reached' })
      return { refused: 'quarantined' }
    }
    const fail = (work: UnitOfWork) => {
      throw new Error(refuse(work).refused)
    }
    await rejection(inBatch(store, batch, fail, { batchLine: 2 }), 'a step that throws')
    await inBatch(store, batch, refuse, { batchLine: 2 })
    equal(
      await rowsOf(store, batch),
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
    equal(others.length, 1, 'the number of lines to it in another batch')
    const payout = await open(store, batch, lines[0] as BatchLine)
    equal(await busy(), [true, false], 'while one is open')
    await end(store, payout)
    await store.batches.settle(batch.id)
    equal(await busy(), [false, false], 'once that has ended')
  },
  async '210.6 the next lines are the waiting ones, in order, the first of each phone number'(store) {
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
    equal(await next(9, 'AIRTEL'), [6], 'the lines over another network')
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
}
