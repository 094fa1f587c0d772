import { lowestIdAt, type TransactionQuery } from '../../../core/sente.ts'
import { fundedAccount, idsOf, openPayouts, pagesOf, recordAtOnce } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const noonMs = Date.UTC(2026, 2, 4, 12)

/** The id of a transaction opened this many milliseconds after noon, one of several in that millisecond. */
function idAt(ms: number, place: number): string {
  return lowestIdAt(noonMs + ms).slice(0, -2) + String(place).padStart(2, '0')
}

/** Rules 203.45 and 203.46: lists of transactions opened within a time. */
export const ranges: Facts<Store> = {
  async '203.45 a list has the transactions opened from one moment until before another, by the times in ids'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    // Nodes with different clocks open them in another order.
    const [fourth, first, third, second, fifth] = await openPayouts(store, account.id, [
      { id: idAt(1, 0), phoneNumber: '256770000002', state: 'failed', reason: 'not_sent' },
      { id: idAt(-1, 0) },
      { id: idAt(0, 1), kind: 'collection' },
      { id: idAt(0, 0), network: 'AIRTEL' },
      { id: idAt(2, 0) },
    ])
    const opened = [first, second, third, fourth, fifth]
    await openPayouts(store, other.id, [{ id: idAt(1, 7) }])
    const found: [Omit<TransactionQuery, 'limit'>, number[]][] = [
      [{ createdFromMs: noonMs }, [4, 3, 2, 1]],
      [{ createdToMs: noonMs }, [0]],
      [{ createdFromMs: noonMs, createdToMs: noonMs + 1 }, [2, 1]],
      [{ createdFromMs: noonMs, createdToMs: noonMs }, []],
      [{ createdFromMs: noonMs + 3 }, []],
      [{ createdFromMs: noonMs, before: idAt(1, 0) }, [2, 1]],
      [{ createdToMs: noonMs + 1, before: idAt(2, 0) }, [2, 1, 0]],
      [{ createdFromMs: noonMs, kind: 'payout' }, [4, 3, 1]],
      [{ createdFromMs: noonMs, network: 'AIRTEL' }, [1]],
      [{ createdToMs: noonMs + 2, states: ['failed'] }, [3]],
      [{ createdToMs: noonMs + 1, states: ['failed'] }, []],
      [{ createdFromMs: noonMs + 1, phoneNumber: '256770000002' }, [3]],
      [{ createdFromMs: noonMs + 2, phoneNumber: '256770000002' }, []],
    ]
    for (const [query, indexes] of found) {
      const page = await store.books.list({ accountId: account.id, ...query, limit: 9 })
      const wanted = { transactions: indexes.map((index) => opened[index]), next: null }
      equal(page, wanted, `the list of ${JSON.stringify(query)}`)
    }
  },

  async '203.46 times that follow one another have each transaction once, with any other filter and however many there are'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const ids = async (query: Partial<TransactionQuery>) =>
      idsOf((await pagesOf(store, { accountId: account.id, ...query, limit: 90 })).flat())
    const opened = Array.from({ length: 600 }, (_, index) =>
      aPayout(account.id, {
        ...{ id: idAt(index >> 1, index & 1), network: index % 3 ? 'MTN' : 'AIRTEL', currency: 'RWF' },
        phoneNumber: `25677000000${index % 4}`,
      }),
    )
    await recordAtOnce(store, opened)
    const ended = opened.filter((_, index) => index % 2 === 0)
    await recordAtOnce(
      store,
      ended.map((each) => ({ ...each, state: 'succeeded' })),
    )
    for (const query of [
      {},
      { network: 'AIRTEL' },
      { states: ['succeeded'] },
      { phoneNumber: '256770000002' },
    ] as const) {
      const parts = [
        ...(await ids({ ...query, createdFromMs: noonMs + 240 })),
        ...(await ids({ ...query, createdFromMs: noonMs + 80, createdToMs: noonMs + 240 })),
        ...(await ids({ ...query, createdFromMs: noonMs + 79, createdToMs: noonMs + 80 })),
        ...(await ids({ ...query, createdToMs: noonMs + 79 })),
      ]
      equal(parts, await ids(query), `the ids of ${JSON.stringify(query)}`)
    }
    equal((await ids({})).length, 600, 'how many there are')
  },
}
