import type { Scope, UnitOfWork } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout, scopeOf, viewOf } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, anAnnotation, aPayout, aPinCount, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.8 to 203.11: a step is about the rows of its scope, and sees its account's version and a quarantine. */
export const scope: Facts<Store> = {
  async '203.8 a transaction uses up its reference within its account'(store) {
    const { account } = await fundedAccount(store)
    const first = aPayout(account.id, { reference: 'order 1' })
    const second = aPayout(account.id, { reference: 'order 1' })
    const elsewhere = aPayout((await fundedAccount(store)).account.id, { reference: 'order 1' })
    const inOneStep = await inStep(store, first, (work) => {
      const before = work.references.usedBy(account.id, 'order 1')
      work.record(first)
      work.record({ ...first, state: 'pending' })
      return [before, work.references.usedBy(account.id, 'order 1')]
    })
    equal(inOneStep, [undefined, first.id], 'the transaction that used the reference, before and after')
    await rejection(openPayout(store, second), 'opening a second transaction with the reference')
    await openPayout(store, elsewhere)
    equal(
      [(await viewOf(store, second)).used, (await viewOf(store, elsewhere)).used],
      [first.id, elsewhere.id],
      'the transactions that used the reference, of either account',
    )
    equal(await store.books.transaction(second.id), undefined, 'the transaction that was refused')
    const byReference = (accountId: string) => store.books.transactionByReference(accountId, 'order 1')
    equal(
      [(await byReference(account.id))?.id, (await byReference(elsewhere.accountId))?.id],
      [first.id, elsewhere.id],
      'the transactions by the reference, of either account',
    )
  },

  async '203.9 a step that reaches for a row that its scope does not name throws and keeps nothing'(store) {
    const [{ account }, { account: other, funding }] = [await fundedAccount(store), await fundedAccount(store)]
    const [payout, foreign] = [aPayout(account.id), aPayout(other.id)]
    const own = aFunding(account.id)
    const bare = { account: account.id, currency: 'UGX' }
    const named = { ...bare, reference: payout.reference, transaction: payout.id }
    const reaching: [what: string, scope: Scope, act: (work: UnitOfWork) => void][] = [
      ['another account’s transaction', scopeOf(foreign), (work) => work.record(payout)],
      ['another account’s money', named, (work) => work.ledger.post(holdPosting(foreign))],
      ['another account’s balance', named, (work) => work.ledger.balance(other.id, 'UGX')],
      ['another account’s new transaction', named, (work) => work.record(foreign)],
      ['another account’s funding', scopeOf({ ...own, accountId: other.id }), (work) => work.fund(own)],
      ['another account’s reference', named, (work) => work.references.usedBy(other.id, payout.reference)],
      ['another currency', named, (work) => work.ledger.balance(account.id, 'RWF')],
      ['another transaction', named, (work) => work.transaction(aPayout(account.id).id)],
      ['a transaction', bare, (work) => work.transaction(payout.id)],
      ['prompts', named, (work) => work.prompts()],
      ['new prompts', named, (work) => work.keepPrompts([])],
      ['a reference', bare, (work) => work.references.usedBy(account.id, payout.reference)],
      ['a new reference', { ...bare, transaction: payout.id }, (work) => work.record(payout)],
      ['an annotation', bare, (work) => work.annotate(anAnnotation(payout.id))],
      ['an event', named, (work) => work.record({ ...payout, state: 'succeeded' })],
      ['a funding', bare, (work) => work.funding('float 1')],
      ['a new funding', bare, (work) => work.fund(aFunding(account.id))],
    ]
    for (const [what, scope, act] of reaching) {
      const broken = store.books.atomically(scope, (work) => {
        work.countPin(aPinCount)
        act(work)
      })
      await rejection(broken, `a step that reaches for ${what} outside its scope`)
    }
    const counts = [await viewOf(store, payout), await viewOf(store, foreign)].map(({ count }) => count)
    equal(counts, [undefined, undefined], 'the counts of wrong PINs after steps that threw')
    for (const each of [payout, foreign])
      equal((await viewOf(store, each)).transaction, undefined, 'the transaction of a step that threw')
    for (const { id } of [account, other])
      equal(await balanceOf(store, id), [funding.amountMinor, 0n], 'the balance, available and held')
    await fund(store, own)
  },

  async '203.10 a step sees whether the books are quarantined, and the number of quarantines; the reasons of their beginnings and ends are kept'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const seen = () => store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.isQuarantined())
    const begun = () => store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.quarantines())
    const before = await begun()
    const ending = { atMs: 2, by: 'amina', because: 'compared' }
    equal(
      [await seen(), await store.quarantines.end(ending)],
      [false, false],
      'whether a step sees a quarantine, and whether one was ended, before it',
    )
    equal(
      await store.quarantines.begin({ atMs: 1, explanation: 'amina: the disk was set back' }),
      true,
      'whether a quarantine was begun',
    )
    equal(
      await store.quarantines.begin({ atMs: 1, explanation: 'amina: again' }),
      false,
      'whether another was begun during it',
    )
    equal(
      [await seen(), await store.quarantines.end(ending), await seen()],
      [true, true, false],
      'whether a step sees the quarantine, whether it was ended, and whether a step still sees it',
    )
    equal([before, await begun()], [0, 1], 'the number of begun quarantines that a step sees, before and after')
    equal(
      await store.quarantines.all(),
      [
        {
          why: 'by_operator',
          begunAtMs: 1,
          explanation: 'amina: the disk was set back',
          known: null,
          reached: null,
          ended: ending,
        },
      ],
      'the quarantines',
    )
  },

  async '203.11 a step sees the version of its account at the moment when it runs'(store) {
    const { account } = await fundedAccount(store)
    const versionOf = (id: string) =>
      store.books.atomically(scopeOf({ accountId: id, currency: 'UGX' }), (work) => work.accountVersion())
    const before = await versionOf(account.id)
    await Promise.all([store.accounts.change(account.id, (same) => same), versionOf(account.id)])
    equal(
      [before, await versionOf(account.id), await versionOf('unknown')],
      [1, 2, undefined],
      'the version before a change, after it, and of an unknown account',
    )
  },
}
