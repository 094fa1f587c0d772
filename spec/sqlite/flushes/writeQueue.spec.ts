import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { balanceOf, fund, fundedAccount, fundingStep, scopeOf } from '../../contracts/kit/bookActs.ts'
import { aFunding, anAccount } from '../../contracts/kit/records.ts'
import { test } from '../../rule.ts'
import { withFlushByHand } from './flushByHand.ts'

describe('Flushes: steps that share a commit', () => {
  test('steps that share a database transaction with a failed one are still kept and answered', () =>
    withFlushByHand(async ({ store }) => {
      const { account } = await fundedAccount(store)
      const good = Array.from({ length: 20 }, () => aFunding(account.id, { amountMinor: 1n }))
      const taken = anAccount()
      await store.accounts.add(taken)
      const answers = await Promise.allSettled([
        ...good.slice(0, 10).map((funding) => fund(store, funding)),
        store.accounts.add(taken),
        store.books.atomically(scopeOf(aFunding(account.id)), (work) => {
          fundingStep(aFunding(account.id))(work)
          throw new Error('it broke')
        }),
        ...good.slice(10).map((funding) => fund(store, funding)),
      ])
      expect(answers.filter(({ status }) => status === 'rejected').length).to.equal(2)
      expect(await balanceOf(store, account.id)).to.deep.equal([100_020n, 0n])
    }))

  test('a step requested while others are still arriving joins their commit', () =>
    withFlushByHand(async ({ store, takeOver, begun, count }) => {
      const { account } = await fundedAccount(store)
      takeOver()
      const steps: Promise<unknown>[] = []
      for (let turn = 0; turn < 10; turn += 1) {
        steps.push(fund(store, aFunding(account.id)))
        await setImmediate()
      }
      const flush = await begun()
      flush.end()
      await Promise.all(steps)
      expect(count()).to.equal(1)
    }))
})
