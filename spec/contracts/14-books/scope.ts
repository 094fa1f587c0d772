import type { UnitOfWork } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout, scopeOf, viewOf } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, aPayout, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { type Fact, fact } from '../kit/trial.ts'

/** Rules 14.8 to 14.11: a step is about one account, and sees its references, its version and a quarantine. */
export const scope: readonly Fact<Store>[] = [
  fact(
    '14.8',
    'a reference is used up by the transaction that is recorded with it, within its account',
    async (store) => {
      const { account } = await fundedAccount(store)
      const first = aPayout(account.id, { reference: 'order 1' })
      const second = aPayout(account.id, { reference: 'order 1' })
      const elsewhere = aPayout((await fundedAccount(store)).account.id, { reference: 'order 1' })
      const inOneStep = await inStep(store, first, (work) => {
        const before = work.references.usedBy(account.id, 'order 1')
        work.record(first)
        const isSecondRefused = isRefused(() => work.record(second))
        work.record({ ...first, state: 'pending' })
        return { before, isSecondRefused }
      })
      equal(
        inOneStep,
        { before: undefined, isSecondRefused: true },
        'whether the reference is used before, and refused after',
      )
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
  ),

  fact('14.9', 'a step that writes for another account throws and keeps nothing', async (store) => {
    const [{ account }, { account: other, funding }] = [await fundedAccount(store), await fundedAccount(store)]
    const foreign = { funding: aFunding(other.id), payout: aPayout(other.id) }
    const acts: ((work: UnitOfWork) => void)[] = [
      (work) => work.record(foreign.payout),
      (work) => work.ledger.post(holdPosting(foreign.payout)),
      (work) => work.fund(foreign.funding),
    ]
    for (const act of acts) {
      const broken = inStep(store, aFunding(account.id), (work) => {
        work.countPin({ pinId: 'pin', failures: 1, lockedUntilMs: null })
        act(work)
      })
      await rejection(broken, 'the step that writes for another account')
    }
    equal((await viewOf(store, aPayout(account.id))).count, undefined, 'the count of wrong PINs after steps that threw')
    equal((await viewOf(store, foreign.payout)).transaction, undefined, 'the transaction of the other account')
    equal(
      await balanceOf(store, other.id),
      [funding.amountMinor, 0n],
      'the balance of the other account, available and held',
    )
    await fund(store, foreign.funding)
  }),

  fact(
    '14.10',
    'a step sees whether the books are quarantined, and why a quarantine began and ended is kept',
    async (store) => {
      const { account } = await fundedAccount(store)
      const seen = () => store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.isQuarantined())
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
  ),

  fact('14.11', 'a step sees the version that its account has when it runs', async (store) => {
    const { account } = await fundedAccount(store)
    const versionOf = (id: string) =>
      store.books.atomically(scopeOf({ accountId: id, currency: 'UGX' }), (work) => work.accountVersion())
    const before = await versionOf(account.id)
    const [, after] = await Promise.all([store.accounts.change(account.id, (same) => same), versionOf(account.id)])
    equal(
      [before, after, await versionOf('unknown')],
      [1, 2, undefined],
      'the version before a change, after it, and of an unknown account',
    )
  }),
]

function isRefused(write: () => void): boolean {
  try {
    write()
    return false
  } catch {
    return true
  }
}
