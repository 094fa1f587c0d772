import {
  collectMoney,
  type FeeSchedule,
  isRefusal,
  noRiskLimits,
  type Refunded,
  refundMoney,
  type Transaction,
  type UnitOfWork,
} from '../../../core/sente.ts'
import { fundedAccount, idsListed, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { openMerchant, payAtOnce, portsOver } from '../kit/merchant.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.75 and 203.76: refunds of a collection never exceed it. */
export const refunds: Facts<Store> = {
  async '203.75 a step sees the sum of a collection’s refunds and of the fee that they give back, without failed ones'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const [first, second] = [await aCollection(store, account.id), await aCollection(store, account.id)]
    equal(await refunded(store, first), sumOf(0n), 'the refunds of a collection without any')
    const [kept, failed] = [aRefund(first, 700n, 9_007_199_254_740_993n), aRefund(first, 30n, 2n)]
    for (const refund of [kept, failed, aRefund(second, 5n, 1n)]) await openPayout(store, refund)
    equal(await refunded(store, first), sumOf(730n, 9_007_199_254_740_995n), 'the refunds while both are open')
    await inStep(store, failed, (work) => {
      work.record({ ...failed, state: 'failed', reason: 'not_sent' })
      work.ledger.post({ ...moneyOf(failed), from: 'held', to: 'available' })
    })
    equal(await refunded(store, first), sumOf(700n, 9_007_199_254_740_993n), 'the refunds once one has failed')
    await inStep(store, kept, (work) => {
      work.record({ ...kept, state: 'succeeded' })
      work.ledger.post({ ...moneyOf(kept), from: 'held', to: 'float:MTN' })
    })
    equal(await refunded(store, first), sumOf(700n, 9_007_199_254_740_993n), 'the refunds once the other has succeeded')
    equal(await refunded(store, second), sumOf(5n, 1n), 'the refunds of the other collection')
    const ids = await idsListed(store, { accountId: account.id, refundOf: first.id })
    equal(ids, [failed.id, kept.id], 'the refunds of the first, newest first')
  },

  async '203.76 of 200 refunds of a collection at once exactly as many are opened as its amount allows, and then one more for each failed one, and they give back their part of its fee'(
    store,
  ) {
    const { network, ports: unpriced } = portsOver(store)
    const ports = { ...unpriced, riskLimits: noRiskLimits, fees: { schedules: [refundable], cashOuts: [] } }
    const fund = [{ currency: 'UGX', amount: 1_000_000 }]
    const { account, caller, payout, request } = await openMerchant(ports, { fund })
    network.behaves('succeeds')
    const collected = await collectMoney(ports)({ caller: await caller(), request: { ...request, amount: 23_400 } })
    if (isRefusal(collected)) throw new Error(collected.refused)
    await collected.outcome
    const refund = refundMoney(ports)
    const { apikey, pin } = payout
    const given = async () => (await refunded(store, { ...collected.transaction, accountId: account.id })).feeBackMinor
    const refundAtOnce = async (round: string) => {
      const opened = await payAtOnce(200, async (index) => {
        const [collection, reference] = [request.reference, `${round}-${index}`]
        const asked = { apikey, pin, collection, reference, amount: 1_000 }
        return refund({ caller: await caller(), request: asked })
      })
      equal([...new Set(opened)].sort(), ['opened', 'refund_exceeds_collection'], `the answers of the ${round} round`)
      return opened.filter((answer) => answer === 'opened').length
    }
    network.behaves('accepts')
    equal(await refundAtOnce('first'), 23, 'the number of opened refunds')
    equal(
      [collected.transaction.feeBackMinor, await given()],
      [779n, 765n],
      'the fee, and the part that they give back',
    )
    const [one] = (await store.books.list({ accountId: account.id, kind: 'refund', limit: 1 })).transactions
    if (!one) throw new Error('no refund was opened')
    await inStep(store, one, (work) => {
      work.record({ ...one, state: 'failed', reason: 'refused_by_network' })
      work.ledger.post({ ...moneyOf(one), from: 'held', to: 'available' })
    })
    equal(await refundAtOnce('second'), 1, 'the number opened after one had failed')
    equal(await given(), 765n, 'the part that they give back then')
  },
}

/** Collections cost 3.33 %, which refunds give back. */
const refundable: FeeSchedule = {
  ...{ fromMs: 0, kind: 'collection', currency: 'UGX', network: 'MTN', accountId: null, isRefundable: true },
  tiers: [{ upToMinor: null, flatMinor: 0n, percentE4: 33_300n }],
  ...{ minimumMinor: null, maximumMinor: null },
}

/** A collection of UGX 5,000 that has succeeded, without its money. */
async function aCollection(store: Store, accountId: string): Promise<Transaction> {
  const collection = aPayout(accountId, { kind: 'collection', state: 'succeeded' })
  await record(store, collection)
  return collection
}

function aRefund({ id, accountId }: Transaction, amountMinor: bigint, feeBackMinor: bigint): Transaction {
  return aPayout(accountId, { kind: 'refund', refundOf: id, amountMinor, feeBackMinor })
}

function refunded({ books }: Store, { accountId: account, id: refundOf, currency }: Transaction): Promise<Refunded> {
  return books.atomically({ account, currency, refundOf }, (work: UnitOfWork) => work.refunded())
}

function sumOf(minor: bigint, feeBackMinor = 0n): Refunded {
  return { minor, feeBackMinor }
}

function moneyOf({ id, accountId, currency, amountMinor, updatedAtMs }: Transaction) {
  return { accountId, currency, amountMinor, cause: { transaction: id }, atMs: updatedAtMs }
}
