import { fund, fundedAccount } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rule 203.51: the last event of an account. */
export const lastEvent: Facts<Store> = {
  async '203.51 a page of events has the sequence of its account’s last event, even when other events are listed'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    for (const _ of [2, 3, 4]) await fund(store, aFunding(account.id))
    const lastOf = async (accountId: string, after: number, limit: number) =>
      (await store.books.events({ accountId, after, limit })).last
    equal(
      [await lastOf(account.id, 0, 2), await lastOf(account.id, 4, 9), await lastOf(account.id, 99, 9)],
      [4, 4, 4],
      'the last event beside pages after 0, 4 and 99',
    )
    equal(
      [await lastOf(other.id, 0, 0), await lastOf('unknown', 0, 9)],
      [1, 0],
      'the last events of another and an unknown account',
    )
  },
}
