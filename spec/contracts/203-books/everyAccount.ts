import type { TransactionQuery } from '../../../core/sente.ts'
import { fundedAccount, openPayout, openPayouts, pagesOf, recordAtOnce } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { anAccount, aPayout, succeeded } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const phoneNumber = '256770000009'

/** Rules 203.79 and 203.80: searches in all accounts. */
export const everyAccount: Facts<Store> = {
  async '203.79 a reference and a phone number are found in each of many accounts, newest first, in pages'(store) {
    const accounts = Array.from({ length: 120 }, () => anAccount())
    await Promise.all(accounts.map((account) => store.accounts.add(account)))
    const made = accounts.map(({ id }, index) =>
      aPayout(id, { reference: 'order-1', phoneNumber, kind: index % 40 ? 'collection' : 'payout' }),
    )
    const others = accounts.slice(0, 9).map(({ id }) => aPayout(id, { phoneNumber: '256770000008' }))
    const all = [...made].reverse()
    await recordAtOnce(store, [...all, ...others])
    for (const query of [{ reference: 'order-1' }, { phoneNumber }] as const) {
      const found = await pagesOf(store, { ...query, limit: 40 }, 9)
      equal(
        found.map(({ length }) => length),
        [40, 40, 40],
        `the lengths of the pages of ${JSON.stringify(query)}`,
      )
      equal(found.flat(), all, `the pages of ${JSON.stringify(query)}`)
      const { transactions } = await store.books.list({ ...query, kind: 'payout', limit: 9 })
      equal(transactions, [made[80], made[40], made[0]], `the payouts of ${JSON.stringify(query)}`)
    }
  },

  async '203.80 a phone number finds open, just ended and old transactions in every account'(store) {
    const [one, two] = [await fundedAccount(store), await fundedAccount(store)]
    const many = Array.from({ length: 70 }, () => aPayout(one.account.id, { amountMinor: 1n, phoneNumber }))
    await Promise.all(many.map((payout) => openPayout(store, payout)))
    await recordAtOnce(store, many.slice(1).map(succeeded))
    const [theirs] = await openPayouts(store, two.account.id, [{ phoneNumber }])
    await openPayouts(store, two.account.id, [{ phoneNumber: '256770000008' }])
    const counts = async (query: Partial<TransactionQuery>) =>
      (await store.books.list({ phoneNumber, ...query, limit: 99 })).transactions.length
    equal((await store.books.list({ phoneNumber, limit: 1 })).transactions, [theirs], 'the newest one')
    equal(await counts({}), 71, 'the number of transactions')
    equal(await counts({ states: ['succeeded'] }), 69, 'the number that have succeeded')
    equal(await counts({ states: ['submitting', 'pending'] }), 2, 'the number of open ones')
    equal(await counts({ createdToMs: 0 }), 0, 'the number in a time without any')
    equal(await counts({ phoneNumber: '256770000007' }), 0, 'the number under another phone number')
  },
}
