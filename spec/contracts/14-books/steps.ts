import { expect } from 'chai'
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
} from '../../fixtures/bookActs.ts'
import { aFunding, aPayout, holdPosting } from '../../fixtures/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import type { StoreFact } from '../everyStore.ts'

const refusal = { refused: 'invalid_pin' }

/** Rules 14.1 to 14.11: a step is all or nothing. */
export function stepsContract(fact: StoreFact): void {
  fact('14.1', 'a transaction that a step opened is found by its id and by its reference', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    expect(await store.books.transaction(payout.id)).to.deep.equal(payout)
    expect(await store.books.transactionByReference(account.id, payout.reference)).to.deep.equal(payout)
  })

  fact('14.2', 'a recorded transaction is replaced by what a later step records', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const failed = { ...payout, state: 'failed', reason: 'not_sent', updatedAtMs: payout.updatedAtMs + 1 } as const
    const pending = { ...payout, state: 'pending', providerRef: 'their 1' } as const
    await openPayout(store, payout)
    await inStep(store, payout, (work) => work.record(pending))
    expect(await store.books.transaction(payout.id)).to.deep.equal(pending)
    expect(await viewOf(store, payout)).to.have.deep.property('transaction', pending)
    await inStep(store, payout, (work) => work.record(failed))
    expect(await store.books.transaction(payout.id)).to.deep.equal(failed)
  })

  fact('14.3', 'an unknown transaction is undefined, and an account without money has no balances', async (store) => {
    const { account } = await fundedAccount(store)
    expect(await store.books.transaction('unknown')).to.equal(undefined)
    expect(await store.books.transactionByReference(account.id, 'unknown')).to.equal(undefined)
    expect(await store.books.balances('unknown')).to.deep.equal([])
  })

  fact('14.4', 'a step that returns a refusal keeps nothing but the count of wrong PINs', async (store) => {
    const { account, funding } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const count = { pinId: 'pin', failures: 5, lockedUntilMs: Date.UTC(2026, 0, 2, 9) }
    const answer = await store.books.atomically(scopeOf(payout), (work) => {
      work.countPin(count)
      opening(payout)(work)
      return refusal
    })
    expect(answer).to.deep.equal(refusal)
    expect(await viewOf(store, payout)).to.deep.equal({ transaction: undefined, used: undefined, count })
    expect(await balanceOf(store, account.id)).to.deep.equal([funding.amountMinor, 0n])
  })

  fact('14.5', 'a count of wrong PINs is replaced by the next one', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const next = { pinId: 'next pin', failures: 0, lockedUntilMs: null }
    await inStep(store, payout, (work) => work.countPin({ pinId: 'pin', failures: 5, lockedUntilMs: 1 }))
    await inStep(store, payout, (work) => work.countPin(next))
    expect((await viewOf(store, payout)).count).to.deep.equal(next)
  })

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
    expect(answers.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
    const none = { transaction: undefined, used: undefined, count: undefined }
    expect(await viewOf(store, broken)).to.deep.equal(none)
    expect(await balanceOf(store, account.id)).to.deep.equal([funding.amountMinor - 10_000n, 10_000n])
  })

  fact('14.7', 'a step sees what it has written itself', async (store) => {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    const funding = aFunding(account.id)
    const count = { pinId: 'pin', failures: 1, lockedUntilMs: null }
    await inStep(store, payout, (work) => {
      opening(payout)(work)
      fundingStep(funding)(work)
      work.countPin(count)
      expect(work.transaction(payout.id)).to.deep.equal(payout)
      expect(work.references.usedBy(account.id, payout.reference)).to.equal(payout.id)
      expect(work.funding(funding.reference)).to.deep.equal(funding)
      expect(work.pinCount()).to.deep.equal(count)
      const { availableMinor, heldMinor } = work.ledger.balance(account.id, 'UGX')
      expect([availableMinor, heldMinor]).to.deep.equal([195_000n, 5_000n])
    })
  })

  fact(
    '14.8',
    'a reference is used up by the transaction that is recorded with it, within its account',
    async (store) => {
      const { account } = await fundedAccount(store)
      const first = aPayout(account.id, { reference: 'order 1' })
      const second = aPayout(account.id, { reference: 'order 1' })
      const elsewhere = aPayout((await fundedAccount(store)).account.id, { reference: 'order 1' })
      const used = /^reference order 1 is used already$/
      await inStep(store, first, (work) => {
        expect(work.references.usedBy(account.id, 'order 1')).to.equal(undefined)
        work.record(first)
        expect(() => work.record(second)).to.throw(used)
        work.record({ ...first, state: 'pending' })
      })
      expect((await rejection(openPayout(store, second))).message).to.match(used)
      await openPayout(store, elsewhere)
      expect([(await viewOf(store, second)).used, (await viewOf(store, elsewhere)).used]).to.deep.equal([
        first.id,
        elsewhere.id,
      ])
      expect(await store.books.transaction(second.id)).to.equal(undefined)
      const byReference = (accountId: string) => store.books.transactionByReference(accountId, 'order 1')
      expect([(await byReference(account.id))?.id, (await byReference(elsewhere.accountId))?.id]).to.deep.equal([
        first.id,
        elsewhere.id,
      ])
    },
  )

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
      expect((await rejection(broken)).message).to.equal(`a step about account ${account.id} writes to ${other.id}`)
    }
    expect((await viewOf(store, aPayout(account.id))).count).to.equal(undefined)
    expect((await viewOf(store, foreign.payout)).transaction).to.equal(undefined)
    expect(await balanceOf(store, other.id)).to.deep.equal([funding.amountMinor, 0n])
    await fund(store, foreign.funding)
  })

  fact(
    '14.10',
    'a step sees whether the books are quarantined, and why a quarantine began and ended is kept',
    async (store) => {
      const { account } = await fundedAccount(store)
      const seen = () => store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.isQuarantined())
      const ending = { atMs: 2, by: 'amina', because: 'compared' }
      expect([await seen(), await store.quarantines.end(ending)]).to.deep.equal([false, false])
      expect(await store.quarantines.begin({ atMs: 1, explanation: 'amina: the disk was set back' })).to.equal(true)
      expect(await store.quarantines.begin({ atMs: 1, explanation: 'amina: again' })).to.equal(false)
      expect([await seen(), await store.quarantines.end(ending), await seen()]).to.deep.equal([true, true, false])
      expect(await store.quarantines.all()).to.deep.equal([
        {
          ...{
            why: 'by_operator',
            begunAtMs: 1,
            explanation: 'amina: the disk was set back',
            known: null,
            reached: null,
          },
          ended: ending,
        },
      ])
    },
  )

  fact('14.11', 'a step sees the version that its account has when it runs', async (store) => {
    const { account } = await fundedAccount(store)
    const versionOf = (id: string) =>
      store.books.atomically(scopeOf({ accountId: id, currency: 'UGX' }), (work) => work.accountVersion())
    const before = await versionOf(account.id)
    const [, after] = await Promise.all([store.accounts.change(account.id, (same) => same), versionOf(account.id)])
    expect([before, after, await versionOf('unknown')]).to.deep.equal([1, 2, undefined])
  })
}
