import { type DayCount, noRiskLimits, sendMoney, type UnitOfWork } from '../../../core/sente.ts'
import { fundedAccount } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { openMerchant, payAtOnce, portsOver } from '../kit/merchant.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.65 to 203.67: the payments of accounts in a day are counted exactly. */
export const dayCounts: Facts<Store> = {
  async '203.65 the counts of an account’s day are those that the last step kept, in each currency'(store) {
    const [first, second] = [await anAccountId(store), await anAccountId(store)]
    equal(await store.books.dayCounts(first), [], 'the days of an account that was never counted')
    equal(await inDay(store, aDay(first), (work) => work.dayCount()), undefined, 'the counts that a step sees')
    const [ugx, rwf] = [aDay(first), { ...aDay(first), currency: 'RWF', collections: 7n }]
    for (const day of [ugx, rwf, aDay(second)]) await keep(store, day)
    const later = { ...ugx, endsAtMs: ugx.endsAtMs + 86_400_000, payouts: 1n, payoutsMinor: 2n ** 53n + 1n }
    await keep(store, later)
    equal(await inDay(store, ugx, (work) => work.dayCount()), later, 'the counts that a step sees after the next one')
    equal(await inDay(store, rwf, (work) => work.dayCount()), rwf, 'the counts that a step in another currency sees')
    equal(byCurrency(await store.books.dayCounts(first)), [rwf, later], 'the days of the account')
    equal(await store.books.dayCounts(second), [aDay(second)], 'the day of another account')
  },

  async '203.66 a step that returns a refusal or throws leaves the counts of a day unchanged'(store) {
    const day = aDay(await anAccountId(store))
    await keep(store, day)
    const more = { ...day, collections: 99n }
    await inDay(store, day, (work) => {
      work.countDay(more)
      return { refused: 'duplicate_reference' }
    })
    await inDay(store, day, (work) => {
      work.countDay(more)
      throw new Error('the step broke')
    }).catch(() => {})
    const seen = await inDay(store, day, (work) => work.dayCount())
    equal(seen, day, 'the counts that a step sees after a refusal and a throw')
    equal(await store.books.dayCounts(day.accountId), [day], 'the day after a refusal and a throw')
  },

  async '203.67 of 200 payouts at once exactly as many are opened as the limit of the day allows, and then one more for each failed one'(
    store,
  ) {
    const { network, ports } = portsOver(store)
    const riskLimits = { ...noRiskLimits, accounts: { UGX: { payouts_a_day: 23n, payout_amount_a_day: 100_000n } } }
    const fund = [{ currency: 'UGX', amount: 1_000_000 }]
    const { account, caller, payout } = await openMerchant(ports, { fund })
    const send = sendMoney({ ...ports, riskLimits })
    const sendAtOnce = async (round: string) => {
      const before = network.received.length
      await payAtOnce(200, async (index) => {
        const order = { reference: `${round}-${index}`, amount: 1_000 }
        return send({ caller: await caller(), request: { ...payout, ...order } })
      })
      return network.received.length - before
    }
    network.behaves('declines')
    await sendAtOnce('first')
    const [failed = aDay('')] = await store.books.dayCounts(account.id)
    equal([failed.payouts, failed.payoutsMinor], [0n, 0n], 'the counts of a day with only failed payouts')
    network.behaves('succeeds')
    equal(await sendAtOnce('second'), 23, 'the number opened of 200')
    equal(await sendAtOnce('third'), 0, 'the number opened of the next 200')
    const [{ payouts, payoutsMinor } = aDay('')] = await store.books.dayCounts(account.id)
    equal([payouts, payoutsMinor], [23n, 23_000n], 'the number and sum of the day’s payouts')
  },
}

async function anAccountId(store: Store): Promise<string> {
  return (await fundedAccount(store)).account.id
}

function aDay(accountId: string): DayCount {
  const endsAtMs = Date.UTC(2026, 0, 3)
  return { accountId, currency: 'UGX', endsAtMs, payouts: 3n, payoutsMinor: 15_000n, collections: 0n }
}

function inDay<T>(store: Store, { accountId, currency }: DayCount, step: (work: UnitOfWork) => T): Promise<T> {
  return store.books.atomically({ account: accountId, currency, dayCount: true }, step)
}

function keep(store: Store, day: DayCount): Promise<void> {
  return inDay(store, day, (work) => work.countDay(day))
}

function byCurrency(days: readonly DayCount[]): DayCount[] {
  return [...days].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}
