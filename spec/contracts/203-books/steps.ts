import {
  balanceOf,
  fundedAccount,
  fundingStep,
  inStep,
  opening,
  openPayout,
  record,
  scopeOf,
  viewOf,
} from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aPayout, aPinCount } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const refusal = { refused: 'invalid_pin' }

/** Rules 203.1 to 203.7: a step is all or nothing. */
export const steps: Facts<Store> = {
  async '203.1 a transaction that a step opened is found by its id and by its reference'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    equal(await store.books.transaction(payout.id), payout, 'the transaction by its id')
    equal(
      await store.books.transactionByReference(account.id, payout.reference),
      payout,
      'the transaction by its reference',
    )
  },

  async '203.2 a later step replaces a recorded transaction'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const why = { reason: 'limit_reached', networkReason: 'Plafond dépassé “par jour” 👛' } as const
    const failed = { ...payout, state: 'failed', ...why, updatedAtMs: payout.updatedAtMs + 1 } as const
    const pending = { ...payout, state: 'pending', providerRef: 'their 1', networkReceipt: 'R 1' } as const
    await openPayout(store, payout)
    await record(store, pending)
    equal(await store.books.transaction(payout.id), pending, 'the transaction after the second step')
    equal((await viewOf(store, payout)).transaction, pending, 'the transaction that a new step sees')
    await record(store, failed)
    equal(await store.books.transaction(payout.id), failed, 'the transaction after the third step')
  },

  async '203.3 an unknown transaction is undefined, and an account without money has no balances'(store) {
    const { account } = await fundedAccount(store)
    equal(await store.books.transaction('unknown'), undefined, 'a transaction by an unknown id')
    equal(
      await store.books.transactionByReference(account.id, 'unknown'),
      undefined,
      'a transaction by an unknown reference',
    )
    equal(await store.books.balances('unknown'), [], 'the balances of an unknown account')
  },

  async '203.4 a step that returns a refusal keeps only the count of wrong PINs'(store) {
    const { account, funding } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const count = { ...aPinCount, failures: 5, lockedUntilMs: Date.UTC(2026, 0, 2, 9) }
    const answer = await store.books.atomically(scopeOf(payout), (work) => {
      work.countPin(count)
      opening(payout)(work)
      return refusal
    })
    equal(answer, refusal, 'the result of the step')
    equal(
      await viewOf(store, payout),
      { transaction: undefined, used: undefined, count },
      'the transaction that a step sees after the refusal',
    )
    equal(
      await balanceOf(store, account.id),
      [funding.amountMinor, 0n],
      'the balance after the refusal, available and held',
    )
  },

  async '203.5 a count of wrong PINs is replaced by the next one'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const next = { pinId: 'next pin', failures: 0, wrongAtMs: [], locks: 0, lockedUntilMs: null }
    await inStep(store, payout, (work) => work.countPin({ ...aPinCount, lockedUntilMs: 1 }))
    await inStep(store, payout, (work) => work.countPin(next))
    equal((await viewOf(store, payout)).count, next, 'the count after the second step')
  },

  async '203.6 a step that throws keeps nothing and fails alone, while those beside it succeed'(store) {
    const { account, funding } = await fundedAccount(store)
    const [before, broken, after] = [aPayout(account.id), aPayout(account.id), aPayout(account.id)]
    const answers = await Promise.allSettled([
      openPayout(store, before),
      inStep(store, broken, (work) => {
        work.countPin(aPinCount)
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
    equal(await viewOf(store, broken), none, 'the transaction that a step sees after the one that threw')
    equal(
      await balanceOf(store, account.id),
      [funding.amountMinor - 10_000n, 10_000n],
      'the balance after three steps, available and held',
    )
  },

  async '203.7 a step sees its own changes'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const funding = aFunding(account.id)
    const count = aPinCount
    const scope = { ...scopeOf(payout), funding: funding.reference }
    const seen = await store.books.atomically(scope, (work) => {
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
    equal(seen, written, 'the changes that the step sees')
  },
}
