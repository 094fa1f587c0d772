import type { Acting, OperatorMoney, OperatorMove, Transaction } from '../../../core/sente.ts'
import { fundedAccount, fundingStep, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder, rejection } from '../kit/expectations.ts'
import { aFunding, anActing, aPayout, holdPosting, throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test that keeps the operator's own money. */
export type OperatorMoneyStore = Store & { readonly operatorMoney: OperatorMoney }

const hourMs = 3_600_000

function aMove(reference: string, given: Partial<OperatorMove> = {}): OperatorMove {
  return {
    ...{ reference, kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' },
    ...{ amountMinor: 9_007_199_254_740_993n, by: 'amina', because: 'weekly “top-up”', atMs: 1_000, ...given },
  }
}

/** Writes an action with an added move; resolves with the action's argument. */
function recorded(reported: [OperatorMove, boolean][]): Acting<[standing: OperatorMove, isAdded: boolean]> {
  return {
    proposal: null,
    chain(place, standing, isAdded) {
      reported.push([standing, isAdded])
      return isAdded ? anActing({ kind: 'float.top_up' }).chain(place) : undefined
    },
  }
}

/** Adds up the rest, in turns that may overlap. */
async function gatherAll({ gather }: OperatorMoney): Promise<void> {
  while ((await Promise.allSettled([gather(), gather()])).some((turn) => turn.status === 'rejected' || turn.value));
}

/** Opens a payment and ends it in success at a moment. */
async function pay(store: Store, payment: Transaction): Promise<void> {
  const { id, accountId, currency, network, amountMinor, updatedAtMs: atMs } = payment
  const cause = { transaction: id }
  const end = (work: Parameters<Parameters<typeof inStep>[2]>[0]) => work.record({ ...payment, state: 'succeeded' })
  if (payment.kind === 'payout') await openPayout(store, payment)
  else await record(store, payment)
  await inStep(store, payment, (work) => {
    end(work)
    const posting = payment.kind === 'payout' ? holdPosting(payment) : { accountId, currency, amountMinor, cause }
    const way =
      payment.kind === 'payout'
        ? ({ from: 'held', to: `float:${network}` } as const)
        : ({ from: `float:${network}`, to: 'available' } as const)
    work.ledger.post({ ...posting, ...way, atMs })
  })
}

/** Rule 209.1 to 209.8. */
const facts: Facts<OperatorMoneyStore> = {
  async '209.1 a move exists once, under its reference, and never changes'({ operatorMoney }) {
    const first = aMove('r 1')
    equal(await operatorMoney.byReference('r 1'), undefined, 'the moves at first')
    equal(await operatorMoney.move(first), first, 'the added move')
    const other = aMove('r 1', { amountMinor: 1n, because: null, by: 'okello' })
    equal(await operatorMoney.move(other), first, 'the move under the same reference')
    const of = { because: null, atMs: 500, runId: 'run-1' }
    const second = aMove('r 2', { kind: 'adjust', from: 'suspense', to: 'capital', ...of })
    await operatorMoney.move(second)
    equal(await operatorMoney.byReference('r 1'), first, 'the first by its reference')
    equal(await operatorMoney.moves({ limit: 10 }), [second, first], 'all, the latest first')
    equal(await operatorMoney.moves({ limit: 1 }), [second], 'the latest')
  },
  async '209.2 an action is written with a move, all or nothing, and gets the move that stands, and whether it was added'({
    operatorMoney,
    actions,
  }) {
    const reported: [OperatorMove, boolean][] = []
    await operatorMoney.move(aMove('r'), recorded(reported))
    equal(reported.at(-1), [aMove('r'), true], 'the argument for an added move')
    await operatorMoney.move(aMove('r', { amountMinor: 1n }), recorded(reported))
    equal(reported.at(-1), [aMove('r'), false], 'the argument for another one under its reference')
    equal((await actions.list({ limit: 9 })).actions.length, 1, 'how many actions there are')
    await rejection(operatorMoney.move(aMove('s'), throwing), 'a move with an action that throws')
    equal(await operatorMoney.byReference('s'), undefined, 'the move afterwards')
  },
  async '209.3 moves are summed up by account and currency, outgoing money below zero'({ operatorMoney }) {
    equal(await operatorMoney.moved(), [], 'the sums at first')
    await operatorMoney.move(aMove('a'))
    await operatorMoney.move(aMove('b', { amountMinor: 7n, from: 'float:MTN:disbursement', to: 'fees_paid' }))
    await operatorMoney.move(aMove('c', { amountMinor: 5n, currency: 'RWF' }))
    const moved = await operatorMoney.moved()
    equal(
      moved.map(({ currency, account, minor }) => `${currency} ${account} ${minor}`).sort(),
      [
        'RWF bank -5',
        'RWF float:MTN:disbursement 5',
        'UGX bank -9007199254740993',
        'UGX fees_paid 7',
        'UGX float:MTN:disbursement 9007199254740986',
      ],
      'the sums',
    )
  },
  async '209.4 successful payments are summed up by network, currency and kind, those since an hour began separately, however many were added up before'(
    store,
  ) {
    const { operatorMoney } = store
    const { account } = await fundedAccount(store)
    // Later than the account's funding.
    const hourAt = (hour: number) => Date.UTC(2027, 0, 1) + hour * hourMs
    const at = (hour: number, given: Partial<Transaction> = {}) =>
      pay(store, aPayout(account.id, { amountMinor: 100n, updatedAtMs: hourAt(hour), ...given }))
    const sums = async (sinceMs: number) =>
      (await operatorMoney.paid({ sinceMs }))
        .map((one) => `${one.network} ${one.currency} ${one.kind} ${one.minor} ${one.recentMinor}`)
        .sort()
    equal(await sums(0), [], 'the sums at first')
    await openPayout(store, aPayout(account.id))
    await at(1, { amountMinor: 1n })
    await at(3)
    await at(3, { kind: 'collection', network: 'AIRTEL', amountMinor: 30n })
    const sum = 'MTN UGX payout 101'
    equal(await sums(0), ['AIRTEL UGX collection 30 30', `${sum} 101`], 'the sums')
    equal(await sums(hourAt(2)), ['AIRTEL UGX collection 30 30', `${sum} 100`], 'with recent ones')
    await gatherAll(operatorMoney)
    equal(await sums(hourAt(2)), ['AIRTEL UGX collection 30 30', `${sum} 100`], 'the same once they are added up')
    equal(await sums(hourAt(4) - 1), ['AIRTEL UGX collection 30 30', `${sum} 100`], 'from the beginning of the hour')
    equal(await sums(hourAt(4)), ['AIRTEL UGX collection 30 0', `${sum} 0`], 'with nothing recent')
    await at(4, { amountMinor: 1_000n })
    equal(await sums(hourAt(4)), ['AIRTEL UGX collection 30 0', 'MTN UGX payout 1101 1000'], 'with one beside')
    await gatherAll(operatorMoney)
    await gatherAll(operatorMoney)
    equal(await sums(hourAt(4)), ['AIRTEL UGX collection 30 0', 'MTN UGX payout 1101 1000'], 'with that added up')
  },
  async '209.5 the deposits, balances and fees of merchants, less returned fees, are summed up by currency'(store) {
    equal(await store.operatorMoney.merchants(), [], 'the sums at first')
    const { account } = await fundedAccount(store)
    const rwandan = aFunding(account.id, { currency: 'RWF', amountMinor: 50n })
    await inStep(store, rwandan, fundingStep(rwandan))
    await pay(store, aPayout(account.id, { amountMinor: 40n }))
    await openPayout(store, aPayout(account.id, { amountMinor: 7n }))
    const giveBack = async (feeBackMinor: bigint) => {
      const refund = aPayout(account.id, { amountMinor: 1n })
      await openPayout(store, refund)
      const money = { accountId: account.id, currency: 'UGX', amountMinor: feeBackMinor, atMs: refund.updatedAtMs }
      const cause = { transaction: refund.id }
      await inStep(store, refund, (work) => work.ledger.post({ ...money, cause, from: 'fees', to: 'available' }))
    }
    const fee = async (feeMinor: bigint) => {
      const collection = aPayout(account.id, { kind: 'collection', amountMinor: 10n, feeMinor })
      await pay(store, collection)
      const money = { accountId: account.id, currency: 'UGX', amountMinor: feeMinor, atMs: collection.updatedAtMs }
      const cause = { transaction: collection.id }
      await inStep(store, collection, (work) => work.ledger.post({ ...money, cause, from: 'available', to: 'fees' }))
    }
    await fee(5n)
    await giveBack(1n)
    await gatherAll(store.operatorMoney)
    await fee(1n)
    await giveBack(1n)
    const withdrawal = aFunding(account.id, { kind: 'withdraw', amountMinor: 20n, because: 'back' })
    await inStep(store, withdrawal, (work) => {
      work.fund(withdrawal)
      const { accountId, currency, amountMinor, reference, atMs } = withdrawal
      const cause = { funding: reference }
      work.ledger.post({ accountId, currency, amountMinor, from: 'available', to: 'funding', cause, atMs })
    })
    const merchants = await store.operatorMoney.merchants()
    equal(
      merchants.map((sum) => `${sum.currency} ${sum.fundedMinor} ${sum.balanceMinor} ${sum.feesMinor}`).sort(),
      ['RWF 50 50 0', 'UGX 99980 99956 4'],
      'the sums',
    )
    const paid = await store.operatorMoney.paid({ sinceMs: 0 })
    equal(paid.map(({ kind, minor }) => `${kind} ${minor}`).sort(), ['collection 20', 'payout 40'], 'the payments')
  },
  async '209.6 a network’s balance of a float replaces the one before'({ operatorMoney }) {
    equal(await operatorMoney.reports(), [], 'the balance at first')
    const first = { currency: 'UGX', account: 'float:MTN:disbursement', minor: -5n, paidMinor: -7n, atMs: 1 } as const
    const other = { ...first, account: 'float:MTN:collection' } as const
    await operatorMoney.keepReports([first, other])
    await operatorMoney.keepReports([])
    const later = { ...first, minor: 9_007_199_254_740_993n, paidMinor: 0n, atMs: 2 }
    await operatorMoney.keepReports([later])
    equalInAnyOrder(await operatorMoney.reports(), [later, other], 'the balance')
  },
  async '209.7 a turn to ask networks is taken once in a time, by any process'({ operatorMoney }) {
    const at = (nowMs: number) => operatorMoney.takeTurn({ nowMs, everyMs: 100 })
    await gatherAll(operatorMoney)
    equal(await at(1_000), true, 'the first')
    equal(await at(1_099), false, 'a moment too early')
    equal(await at(1_100), true, 'the next')
    equal((await Promise.all([at(1_200), at(1_200)])).filter((turn) => turn).length, 1, 'the number of two at once')
    equal(await at(1_050), true, 'by a clock that is behind')
  },
  async '209.8 successful payments are summed up by the hour, from the beginning of an hour on, however many were added up before'(
    store,
  ) {
    const { operatorMoney } = store
    const { account } = await fundedAccount(store)
    const hourAt = (hour: number) => Date.UTC(2027, 0, 1) + hour * hourMs
    const at = (hour: number, given: Partial<Transaction> = {}) =>
      pay(store, aPayout(account.id, { amountMinor: 100n, updatedAtMs: hourAt(hour), ...given }))
    const hours = async (sinceMs: number) =>
      (await operatorMoney.paidHours({ sinceMs }))
        .map((one) => `${one.network} ${one.currency} ${one.kind} ${(one.fromMs - hourAt(0)) / hourMs} ${one.minor}`)
        .sort()
    equal(await hours(0), [], 'the hours at first')
    await at(1)
    await at(3)
    await at(3.5, { amountMinor: 7_000n })
    await gatherAll(operatorMoney)
    await at(3.75, { amountMinor: 1n })
    await at(3, { kind: 'collection', amountMinor: 30n })
    const third = ['MTN UGX collection 3 30', 'MTN UGX payout 3 7101']
    equal(await hours(hourAt(1)), ['MTN UGX collection 3 30', 'MTN UGX payout 1 100', third[1]], 'each hour')
    equal(await hours(hourAt(3.75)), third, 'from the beginning of the hour')
    equal(await hours(hourAt(4)), [], 'of later hours')
  },
}

/** The promises of every store of the operator's own money: chapter 209. `open` makes an empty store for each check. */
export function operatorMoney(open: () => OperatorMoneyStore | Promise<OperatorMoneyStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
