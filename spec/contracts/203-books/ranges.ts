import { lowestIdAt, type Transaction, type TransactionQuery } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayouts } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const noonMs = Date.UTC(2026, 2, 4, 12)

/** The id of a transaction that was opened so many milliseconds after noon, one of several in that millisecond. */
function idAt(ms: number, place: number): string {
  return lowestIdAt(noonMs + ms).slice(0, -2) + String(place).padStart(2, '0')
}

/** Rules 203.45 and 203.46: lists of what was opened within a time. */
export const ranges: Facts<Store> = {
  async '203.45 a list has what was opened from one moment until before another, by the times in ids'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    // Nodes whose clocks differ open them in another order.
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
    const record = (payouts: readonly Transaction[]) =>
      Promise.all(payouts.map((payout) => inStep(store, payout, (work) => work.record(payout))))
    const opened = Array.from({ length: 600 }, (_, index) =>
      aPayout(account.id, {
        ...{ id: idAt(index >> 1, index & 1), network: index % 3 ? 'MTN' : 'AIRTEL', currency: 'RWF' },
        phoneNumber: `25677000000${index % 4}`,
      }),
    )
    await record(opened)
    await record(opened.filter((_, index) => index % 2 === 0).map((each) => ({ ...each, state: 'succeeded' })))
    for (const query of [
      {},
      { network: 'AIRTEL' },
      { states: ['succeeded'] },
      { phoneNumber: '256770000002' },
    ] as const) {
      const whole = await idsOf(store, { accountId: account.id, ...query })
      const parts: string[] = []
      for (const [from, to] of [
        [240, undefined],
        [80, 240],
        [79, 80],
        [undefined, 79],
      ])
        parts.push(
          ...(await idsOf(store, {
            ...{ accountId: account.id, ...query },
            ...(from !== undefined && { createdFromMs: noonMs + from }),
            ...(to !== undefined && { createdToMs: noonMs + to }),
          })),
        )
      equal(parts, whole, `the ids of ${JSON.stringify(query)}`)
    }
    equal((await idsOf(store, { accountId: account.id })).length, 600, 'how many there are')
  },
}

/** The ids in all pages of a list. */
async function idsOf({ books }: Store, query: Omit<TransactionQuery, 'limit'>): Promise<string[]> {
  const ids: string[] = []
  for (let before: string | null | undefined; before !== null; ) {
    const page = await books.list({ ...query, limit: 90, ...(before !== undefined && { before }) })
    ids.push(...page.transactions.map(({ id }) => id))
    before = page.next
  }
  return ids
}
