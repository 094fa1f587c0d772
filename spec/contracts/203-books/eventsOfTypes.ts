import { type EventType, eventTypeOf } from '../../../core/sente.ts'
import { fund, fundedAccount, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rule 203.58: the events of a type. */
export const eventsOfTypes: Facts<Store> = {
  async '203.58 events of a type are listed as if there were no others, however many there are'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id, { amountMinor: 1n })
    await openPayout(store, payout)
    for (const others of [62, 0, 64, 69]) {
      await Promise.all(Array.from({ length: others }, () => fund(store, aFunding(account.id))))
      await withdraw(store, account.id)
    }
    await record(store, { ...payout, state: 'succeeded' })
    const listed = async (type: EventType, after: number, limit: number) => {
      const { events, last } = await store.books.events({ accountId: account.id, type, after, limit })
      equal([...new Set(events.map(eventTypeOf))], events.length > 0 ? [type] : [], 'the types in a page of one')
      return [...events.map(({ event }) => event.sequence), 'of', last]
    }
    equal(
      await Promise.all([0, 63, 64, 65, 129, 130, 199, 200, 999].map((after) => listed('balance.withdrawn', after, 2))),
      [[64, 65], [64, 65], [65, 130], [130, 200], [130, 200], [200], [200], [], []].map((page) => [...page, 'of', 201]),
      'pages of two withdrawals after 0, 63, 64, 65, 129, 130, 199, 200 and 999, and the last event',
    )
    equal(await listed('payout.succeeded', 0, 9), [201, 'of', 201], 'the payout that succeeded')
    equal(await listed('payout.failed', 0, 9), ['of', 201], 'the payouts that failed')
    equal((await listed('balance.funded', 0, 999)).length, 196 + 2, 'the fundings')
  },
}

async function withdraw(store: Store, accountId: string): Promise<void> {
  const withdrawal = aFunding(accountId, { kind: 'withdraw', because: 'asked' })
  await inStep(store, withdrawal, (work) => work.fund(withdrawal))
}
