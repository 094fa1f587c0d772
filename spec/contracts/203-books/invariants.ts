import { balanceOf, fund, fundedAccount, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder, rejection } from '../kit/expectations.ts'
import { aFunding, aPayout, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.12 to 203.16: limits of every step. */
export const invariants: Facts<Store> = {
  async '203.12 a final state is never changed'(store) {
    const { account } = await fundedAccount(store)
    for (const [state, reason] of [
      ['succeeded', null],
      ['failed', 'not_sent'],
    ] as const) {
      const payout = aPayout(account.id, { state, reason })
      await openPayout(store, payout)
      const reopened = record(store, { ...payout, state: 'pending', reason: null })
      await rejection(reopened, `recording a transaction that has ${state} as pending`)
      equal(await store.books.transaction(payout.id), payout, 'the transaction that has ended')
    }
  },

  async '203.13 a balance never falls below zero'(store) {
    const { account, funding } = await fundedAccount(store)
    const tooMuch = holdPosting(aPayout(account.id, { amountMinor: funding.amountMinor + 1n }))
    for (const posting of [tooMuch, { ...tooMuch, from: 'held', to: 'available', amountMinor: 1n } as const]) {
      await rejection(
        inStep(store, posting, (work) => work.ledger.post(posting)),
        `taking more from ${posting.from} than there is`,
      )
    }
    equal(await balanceOf(store, account.id), [funding.amountMinor, 0n], 'the balance, available and held')
    const all = aPayout(account.id, { amountMinor: funding.amountMinor })
    await openPayout(store, all)
    equal(
      await balanceOf(store, account.id),
      [0n, funding.amountMinor],
      'the balance after a payout of everything, available and held',
    )
  },

  async '203.14 a funding reads back as it was written, and its account can use its reference once'(store) {
    const { account, funding } = await fundedAccount(store)
    const other = await fundedAccount(store)
    const read = (id: string, reference: string) =>
      inStep(store, aFunding(id, { reference }), (work) => work.funding(reference))
    equal(await read(account.id, funding.reference), funding, 'the funding by its reference')
    equal(await read(account.id, 'unknown'), undefined, 'a funding by an unknown reference')
    await rejection(fund(store, funding), 'a second funding with the reference')
    const same = aFunding(other.account.id, { reference: funding.reference })
    await fund(store, same)
    equal(
      await balanceOf(store, other.account.id),
      [200_000n, 0n],
      'the balance of another account that was funded under the same reference',
    )
  },

  async '203.15 an account has one balance for each currency with postings, and never another account’s'(store) {
    const { account } = await fundedAccount(store)
    await fundedAccount(store)
    const francs = aFunding(account.id, { currency: 'RWF', amountMinor: 7n })
    await fund(store, francs)
    const expected = [
      { accountId: account.id, currency: 'UGX', availableMinor: 100_000n, heldMinor: 0n },
      { accountId: account.id, currency: 'RWF', availableMinor: 7n, heldMinor: 0n },
    ]
    equalInAnyOrder(await store.books.balances(account.id), expected, 'the balances of the account')
  },

  async '203.16 amounts are kept to the last unit, even those that a double cannot represent'(store) {
    const { account } = await fundedAccount(store)
    const funding = aFunding(account.id, { currency: 'RWF', amountMinor: 9_007_199_254_740_993n })
    const feeMinor = 9_007_199_254_740_995n
    const payout = aPayout(account.id, { currency: 'RWF', amountMinor: 9_007_199_254_740_991n, feeMinor })
    await fund(store, funding)
    await openPayout(store, payout)
    const found = await store.books.transaction(payout.id)
    equal(found?.amountMinor, 9_007_199_254_740_991n, 'the amount of the payout')
    equal(found?.feeMinor, feeMinor, 'its fee')
    equal(found?.feeBackMinor, 0n, 'the part of the fee that is given back')
    const [francs] = (await store.books.balances(account.id)).filter(({ currency }) => currency === 'RWF')
    equal([francs?.availableMinor, francs?.heldMinor], [2n, 9_007_199_254_740_991n], 'the balance, available and held')
  },
}
