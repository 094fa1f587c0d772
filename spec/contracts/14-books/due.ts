import type { Transaction } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayouts } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder } from '../kit/expectations.ts'
import type { Store } from '../kit/store.ts'
import { type Fact, fact } from '../kit/trial.ts'

/** Rules 14.23 to 14.26: what is due. */
export const due: readonly Fact<Store>[] = [
  fact(
    '14.23',
    'what is due for a network and currency is given in order of time, and no more of it than was asked for',
    async (store) => {
      const { account } = await fundedAccount(store)
      const [late, early, between, next, other, rwandan] = await openPayouts(store, account.id, [
        askAt(300),
        askAt(100),
        askAt(200),
        askAt(101),
        { ...askAt(50), network: 'AIRTEL' },
        { ...askAt(60), currency: 'RWF' },
      ])
      const due = (network: string, limit: number, currency = 'UGX') =>
        store.books.due({ network, currency, nowMs: 1_000, latestMs: 1_000, limit })
      equal(await due('MTN', 9), [early, next, between, late], 'what is due for MTN and UGX')
      equal(await due('MTN', 2), [early, next], 'the first two that are due')
      equal(await due('AIRTEL', 9), [other], 'what is due for AIRTEL and UGX')
      equal(await due('MTN', 9, 'RWF'), [rwandan], 'what is due for MTN and RWF')
    },
  ),

  fact('14.24', 'what is planned impossibly far ahead is due too, after all that is due by its time', async (store) => {
    const { account } = await fundedAccount(store)
    const [planned, farAhead, due, ahead] = await openPayouts(store, account.id, [
      askAt(500),
      askAt(9_000),
      askAt(100),
      askAt(501),
    ])
    const dueBy = (latestMs: number, limit: number) =>
      store.books.due({ network: 'MTN', currency: 'UGX', nowMs: 200, latestMs, limit })
    equal(await dueBy(500, 9), [due, ahead, farAhead], 'what is due, with 500 as the latest time')
    equal(await dueBy(500, 2), [due, ahead], 'the first two that are due')
    equal(await dueBy(500, 1), [due], 'the first that is due')
    equal(await dueBy(499, 9), [due, planned, ahead, farAhead], 'what is due, with 499 as the latest time')
  }),

  fact('14.25', 'transactions that are to be asked about are counted by network and currency', async (store) => {
    const { account } = await fundedAccount(store)
    equal(await store.books.awaited(), [], 'the counts without transactions')
    await openPayouts(store, account.id, [
      askAt(500),
      askAt(9_000),
      { ...askAt(1), network: 'AIRTEL' },
      { ...askAt(1), currency: 'RWF' },
      askAt(null),
    ])
    const expected = [
      { network: 'MTN', currency: 'UGX', transactions: 2 },
      { network: 'AIRTEL', currency: 'UGX', transactions: 1 },
      { network: 'MTN', currency: 'RWF', transactions: 1 },
    ]
    equalInAnyOrder(await store.books.awaited(), expected, 'the counts')
  }),

  fact('14.26', 'a transaction is not due before its time, or when it is no longer asked about', async (store) => {
    const { account } = await fundedAccount(store)
    const [ended, payout] = await openPayouts(store, account.id, [askAt(null), askAt(100)])
    const dueAt = (nowMs: number) =>
      store.books.due({ network: 'MTN', currency: 'UGX', nowMs, latestMs: Number.MAX_SAFE_INTEGER, limit: 9 })
    equal(
      [await dueAt(99), await dueAt(100), await dueAt(101)],
      [[], [payout], [payout]],
      'what is due before its time, at it and after it',
    )
    if (payout && ended) await inStep(store, payout, (work) => work.record({ ...payout, followUp: ended.followUp }))
    equal(await dueAt(Number.MAX_SAFE_INTEGER), [], 'what is due once it is no longer asked about')
  }),
]

function askAt(askAtMs: number | null): Partial<Transaction> {
  return { followUp: { askAtMs, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 } }
}
