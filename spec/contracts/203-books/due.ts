import type { DueClaim, Transaction } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayouts, record } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder } from '../kit/expectations.ts'
import { aFollowUp } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.23 to 203.29: due transactions, and claims on them. */
export const due: Facts<Store> = {
  async '203.23 the due transactions of a network and currency are returned in order of time, up to the requested number'(
    store,
  ) {
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
      claim(store, { network, currency, nowMs: 1_000, limit })
    equal(await due('MTN', 9), [early, next, between, late], 'the due transactions for MTN and UGX')
    equal(await due('MTN', 2), [early, next], 'the first two that are due')
    equal(await due('AIRTEL', 9), [other], 'the due transactions for AIRTEL and UGX')
    equal(await due('MTN', 9, 'RWF'), [rwandan], 'the due transactions for MTN and RWF')
  },

  async '203.24 a transaction planned impossibly far ahead is due, too, after those that are due by their time'(store) {
    const { account } = await fundedAccount(store)
    const [planned, farAhead, due, ahead] = await openPayouts(store, account.id, [
      askAt(500),
      askAt(9_000),
      askAt(100),
      askAt(501),
    ])
    const dueBy = (openMs: number, limit: number, endedMs = 9_000) =>
      claim(store, { nowMs: 200, latest: { openMs, endedMs }, limit })
    equal(await dueBy(500, 9), [due, ahead, farAhead], 'the due transactions, with 500 as the latest time')
    equal(await dueBy(500, 2), [due, ahead], 'the first two that are due')
    equal(await dueBy(500, 1), [due], 'the first due transaction')
    equal(await dueBy(499, 9), [due, planned, ahead, farAhead], 'the due transactions, with 499 as the latest time')
    equal(await claim(store, { nowMs: 200 }), [due], 'the transactions due by their time')
    if (!farAhead) return
    const ended = { ...farAhead, ...failed }
    await record(store, ended)
    equal(
      await dueBy(500, 9),
      [due, ahead],
      'the due transactions when the farthest has ended, with 9,000 as the latest time',
    )
    equal(await dueBy(500, 9, 8_999), [due, ahead, ended], 'the due transactions, with 8,999 as the latest time')
  },

  async '203.25 open transactions are counted by network and currency'(store) {
    const { account } = await fundedAccount(store)
    equal(await store.books.awaited(), [], 'the counts without transactions')
    const [, , , , watched] = await openPayouts(store, account.id, [
      askAt(500),
      { ...askAt(9_000), state: 'pending' },
      { ...askAt(1), network: 'AIRTEL' },
      { ...askAt(1), currency: 'RWF' },
      askAt(1),
    ])
    if (watched) await record(store, { ...watched, ...failed })
    const expected = [
      { network: 'MTN', currency: 'UGX', transactions: 2 },
      { network: 'AIRTEL', currency: 'UGX', transactions: 1 },
      { network: 'MTN', currency: 'RWF', transactions: 1 },
    ]
    equalInAnyOrder(await store.books.awaited(), expected, 'the counts')
  },

  async '203.26 a transaction is not due before its time, or after its follow-up has ended'(store) {
    const { account } = await fundedAccount(store)
    const [ended, payout] = await openPayouts(store, account.id, [askAt(null), askAt(100)])
    const dueAt = (nowMs: number) => claim(store, { nowMs })
    equal(
      [await dueAt(99), await dueAt(100), await dueAt(101)],
      [[], [payout], [payout]],
      'the due transactions before its time, at it and after it',
    )
    if (payout && ended) await record(store, { ...payout, followUp: ended.followUp })
    equal(await dueAt(Number.MAX_SAFE_INTEGER), [], 'the due transactions after its follow-up has ended')
  },

  async '203.27 a claimed transaction is given to no one else until a step about it has returned or its lease is over'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const [first, second] = await openPayouts(store, account.id, [askAt(100), askAt(101)])
    const claimAt = (nowMs: number, limit = 9) => claim(store, { nowMs, limit, leaseMs: 1_000 })
    equal(await claimAt(200, 1), [first], 'the first claim, of one at most')
    equal(await claimAt(201), [second], 'the second claim')
    equal(await claimAt(1_199), [], 'a claim before the first lease is over')
    equal(await claimAt(1_200), [first], 'a claim when the first lease is over')
    if (second) await inStep(store, second, () => undefined)
    equal(await claimAt(1_200), [second], 'a claim once a step about the second has returned')
    equal(
      await claimAt(199),
      [first, second],
      'a claim by a clock that was set back, for which no lease can last so long',
    )
  },

  async '203.28 one transaction is claimed by its id, due or not, unless it is claimed already'(store) {
    const { account } = await fundedAccount(store)
    const [payout, ended] = await openPayouts(store, account.id, [askAt(100), askAt(null)])
    const claimOneAt = async (id: string | undefined, nowMs: number) =>
      (await store.books.claimOne(id ?? '', { nowMs, leaseMs: 1_000 })).transactions
    equal(await claimOneAt('an unknown id', 50), [], 'the claim of an unknown one')
    equal(await claimOneAt(payout?.id, 50), [payout], 'the first claim')
    equal(await claimOneAt(payout?.id, 51), [], 'a second claim of the same')
    equal(await claim(store, { nowMs: 200, leaseMs: 1_000 }), [], 'the due transactions while it is claimed')
    equal(await claimOneAt(payout?.id, 1_050), [payout], 'a claim when the lease is over')
    if (payout) await record(store, payout)
    equal(
      await claim(store, { nowMs: 1_051, leaseMs: 1_000 }),
      [payout],
      'the due transactions once a step has recorded it',
    )
    equal(
      [await claimOneAt(ended?.id, 50), await claimOneAt(ended?.id, 51)],
      [[ended], [ended]],
      'claims of one whose follow-up has ended, which exclude nobody',
    )
  },

  async '203.29 claims at once share the due transactions, and each transaction is given to one of them'(store) {
    const { account } = await fundedAccount(store)
    const payouts = await openPayouts(
      store,
      account.id,
      Array.from({ length: 12 }, (_, number) => askAt(number)),
    )
    const claims = Array.from({ length: 5 }, () => claim(store, { nowMs: 200, limit: 4, leaseMs: 1_000 }))
    let shared = (await Promise.all(claims)).flat()
    while (shared.length < payouts.length) {
      const more = await claim(store, { nowMs: 200, limit: 4, leaseMs: 1_000 })
      if (more.length === 0) break
      shared = [...shared, ...more]
    }
    equalInAnyOrder(shared, payouts, 'everything that was claimed')
  },
}

/** The transactions of a claim, by default for MTN and UGX and with a lease that is over at once. */
async function claim(
  { books }: Store,
  claimed: Partial<DueClaim> & { nowMs: number },
): Promise<readonly Transaction[]> {
  const due = { network: 'MTN', currency: 'UGX', leaseMs: 0, limit: 9, ...claimed }
  const { atMs, transactions } = await books.claim(due)
  equal(atMs, claimed.nowMs, 'the time of the claim')
  return transactions
}

const failed = { state: 'failed', reason: 'never_arrived' } as const

const askAt = (askAtMs: number | null) => ({ followUp: aFollowUp({ askAtMs }) })
