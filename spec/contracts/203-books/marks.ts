import { fundedAccount, openPayout } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aPayout, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { everything } from './records.ts'

/** Rule 203.82: the rows since the mark of an audit. */
export const marks: Facts<Store> = {
  async '203.82 a store that marks its books shows the rows since the mark until it is removed, and any other shows none'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const { books } = store
    const times = { rules: 1, atMs: 7, fullAtMs: 5 }
    const keep = await books.snapshot(async (_, moment) => moment?.mark?.(times))
    await keep?.()
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    const shown = await books.changes(async ({ mark: { rules, atMs, fullAtMs }, ...changes }) => ({
      mark: { rules, atMs, fullAtMs },
      ...(await everything(changes)),
    }))
    const rows = { transactions: [{ transaction: payout, postings: [holdPosting(payout)] }], fundings: [], strays: [] }
    equal(shown, keep && { mark: times, ...rows }, 'the rows since the mark')
    await books.unmark()
    equal(await books.changes(async () => 'rows'), undefined, 'the rows once the mark is removed')
  },
}
