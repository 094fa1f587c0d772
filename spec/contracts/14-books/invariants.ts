import { expect } from 'chai'
import { balanceOf, fund, fundedAccount, inStep, openPayout } from '../../fixtures/bookActs.ts'
import { aFunding, aPayout, holdPosting } from '../../fixtures/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import type { StoreFact } from '../everyStore.ts'

/** Rules 14.12 to 14.16: what no step can do. */
export function invariantsContract(fact: StoreFact): void {
  fact('14.12', 'a final state is never changed', async (store) => {
    const { account } = await fundedAccount(store)
    for (const [state, reason] of [
      ['succeeded', null],
      ['failed', 'not_sent'],
    ] as const) {
      const payout = aPayout(account.id, { state, reason })
      await openPayout(store, payout)
      await rejection(inStep(store, payout, (work) => work.record({ ...payout, state: 'pending', reason: null })))
      expect(await store.books.transaction(payout.id)).to.deep.equal(payout)
    }
  })

  fact('14.13', 'a balance never falls below zero', async (store) => {
    const { account, funding } = await fundedAccount(store)
    const tooMuch = holdPosting(aPayout(account.id, { amountMinor: funding.amountMinor + 1n }))
    for (const posting of [tooMuch, { ...tooMuch, from: 'held', to: 'available', amountMinor: 1n } as const]) {
      await rejection(inStep(store, posting, (work) => work.ledger.post(posting)))
    }
    expect(await balanceOf(store, account.id)).to.deep.equal([funding.amountMinor, 0n])
    const all = aPayout(account.id, { amountMinor: funding.amountMinor })
    await openPayout(store, all)
    expect(await balanceOf(store, account.id)).to.deep.equal([0n, funding.amountMinor])
  })

  fact(
    '14.14',
    'a funding reads back as it was written, and its reference counts once for its account',
    async (store) => {
      const { account, funding } = await fundedAccount(store)
      const other = await fundedAccount(store)
      const read = (id: string, reference: string) =>
        inStep(store, { accountId: id, currency: 'UGX' }, (work) => {
          expect(work.funding(reference)).to.deep.equal(reference === funding.reference ? funding : undefined)
        })
      await read(account.id, funding.reference)
      await read(account.id, 'unknown')
      await rejection(fund(store, funding))
      const same = aFunding(other.account.id, { reference: funding.reference })
      await fund(store, same)
      expect(await balanceOf(store, other.account.id)).to.deep.equal([200_000n, 0n])
    },
  )

  fact(
    '14.15',
    'an account has one balance for each currency in which money was moved, and never another account’s',
    async (store) => {
      const { account } = await fundedAccount(store)
      await fundedAccount(store)
      const francs = aFunding(account.id, { currency: 'RWF', amountMinor: 7n })
      await fund(store, francs)
      expect(await store.books.balances(account.id)).to.have.deep.members([
        { accountId: account.id, currency: 'UGX', availableMinor: 100_000n, heldMinor: 0n },
        { accountId: account.id, currency: 'RWF', availableMinor: 7n, heldMinor: 0n },
      ])
    },
  )

  fact('14.16', 'amounts are kept to the last unit, even those that a double cannot represent', async (store) => {
    const { account } = await fundedAccount(store)
    const funding = aFunding(account.id, { currency: 'RWF', amountMinor: 9_007_199_254_740_993n })
    const payout = aPayout(account.id, { currency: 'RWF', amountMinor: 9_007_199_254_740_991n })
    await fund(store, funding)
    await openPayout(store, payout)
    expect((await store.books.transaction(payout.id))?.amountMinor).to.equal(9_007_199_254_740_991n)
    const [francs] = (await store.books.balances(account.id)).filter(({ currency }) => currency === 'RWF')
    expect([francs?.availableMinor, francs?.heldMinor]).to.deep.equal([2n, 9_007_199_254_740_991n])
  })
}
