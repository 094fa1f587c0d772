import type { UnitOfWork } from '../../../core/sente.ts'
import {
  balanceOf,
  fund,
  fundedAccount,
  fundingStep,
  inStep,
  opening,
  openPayout,
  scopeOf,
  viewOf,
} from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, aPayout, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { type Fact, fact } from '../kit/trial.ts'

const refusal = { refused: 'invalid_pin' }

/** Rules 14.1 to 14.11: a step is all or nothing. */
export const steps: readonly Fact<Store>[] = [
  fact('14.1', 'a transaction that a step opened is found by its id and by its reference', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    equal(await store.books.transaction(payout.id), payout, 'the transaction by its id')
    equal(
      await store.books.transactionByReference(account.id, payout.reference),
      payout,
      'the transaction by its reference',
    )
  }),

  fact('14.2', 'a recorded transaction is replaced by what a later step records', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const failed = { ...payout, state: 'failed', reason: 'not_sent', updatedAtMs: payout.updatedAtMs + 1 } as const
    const pending = { ...payout, state: 'pending', providerRef: 'their 1' } as const
    await openPayout(store, payout)
    await inStep(store, payout, (work) => work.record(pending))
    equal(await store.books.transaction(payout.id), pending, 'the transaction after the second step')
    equal((await viewOf(store, payout)).transaction, pending, 'the transaction that a new step sees')
    await inStep(store, payout, (work) => work.record(failed))
    equal(await store.books.transaction(payout.id), failed, 'the transaction after the third step')
  }),

  fact('14.3', 'an unknown transaction is undefined, and an account without money has no balances', async (store) => {
    const { account } = await fundedAccount(store)
    equal(await store.books.transaction('unknown'), undefined, 'a transaction by an unknown id')
    equal(
      await store.books.transactionByReference(account.id, 'unknown'),
      undefined,
      'a transaction by an unknown reference',
    )
    equal(await store.books.balances('unknown'), [], 'the balances of an unknown account')
  }),

  fact('14.4', 'a step that returns a refusal keeps nothing but the count of wrong PINs', async (store) => {
    const { account, funding } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const count = { pinId: 'pin', failures: 5, lockedUntilMs: Date.UTC(2026, 0, 2, 9) }
    const answer = await store.books.atomically(scopeOf(payout), (work) => {
      work.countPin(count)
      opening(payout)(work)
      return refusal
    })
    equal(answer, refusal, 'what the step resolves with')
    equal(
      await viewOf(store, payout),
      { transaction: undefined, used: undefined, count },
      'what a step sees after the refusal',
    )
    equal(
      await balanceOf(store, account.id),
      [funding.amountMinor, 0n],
      'the balance after the refusal, available and held',
    )
  }),

  fact('14.5', 'a count of wrong PINs is replaced by the next one', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const next = { pinId: 'next pin', failures: 0, lockedUntilMs: null }
    await inStep(store, payout, (work) => work.countPin({ pinId: 'pin', failures: 5, lockedUntilMs: 1 }))
    await inStep(store, payout, (work) => work.countPin(next))
    equal((await viewOf(store, payout)).count, next, 'the count after the second step')
  }),

  fact('14.6', 'a step that throws keeps nothing and fails alone, while those beside it succeed', async (store) => {
    const { account, funding } = await fundedAccount(store)
    const [before, broken, after] = [aPayout(account.id), aPayout(account.id), aPayout(account.id)]
    const answers = await Promise.allSettled([
      openPayout(store, before),
      inStep(store, broken, (work) => {
        work.countPin({ pinId: 'pin', failures: 1, lockedUntilMs: null })
        opening(broken)(work)
        throw new Error('the step broke')
      }),
      openPayout(store, after),
    ])
    equal(
      answers.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
      'the three steps',
    )
    const none = { transaction: undefined, used: undefined, count: undefined }
    equal(await viewOf(store, broken), none, 'what a step sees after the one that threw')
    equal(
      await balanceOf(store, account.id),
      [funding.amountMinor - 10_000n, 10_000n],
      'the balance after three steps, available and held',
    )
  }),

  fact('14.7', 'a step sees what it has written itself', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const funding = aFunding(account.id)
    const count = { pinId: 'pin', failures: 1, lockedUntilMs: null }
    const seen = await inStep(store, payout, (work) => {
      opening(payout)(work)
      fundingStep(funding)(work)
      work.countPin(count)
      const { availableMinor, heldMinor } = work.ledger.balance(account.id, 'UGX')
      return {
        transaction: work.transaction(payout.id),
        usedBy: work.references.usedBy(account.id, payout.reference),
        funding: work.funding(funding.reference),
        count: work.pinCount(),
        balance: [availableMinor, heldMinor],
      }
    })
    const written = { transaction: payout, usedBy: payout.id, funding, count, balance: [195_000n, 5_000n] }
    equal(seen, written, 'what the step sees')
  }),

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
