import type { Transaction } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.12 to 203.16. */
export const faultsOfInvariants: Faults<Store> = {
  '203.12': spoilingSteps('what has succeeded can be pending again', (good) => {
    const reopened = new Map<string, Transaction>()
    return {
      step: (work) => ({
        record(transaction) {
          const { state } = work.transaction(transaction.id) ?? {}
          if (state === 'succeeded' && transaction.state === 'pending') reopened.set(transaction.id, transaction)
          else work.record(transaction)
        },
      }),
      books: { transaction: async (id) => reopened.get(id) ?? good.transaction(id) },
    }
  }),
  '203.13': spoilingSteps('money that is not held is taken from held nevertheless', () => ({
    step: (work) => ({
      ledger: {
        ...work.ledger,
        post(posting) {
          const { heldMinor } = work.ledger.balance(posting.accountId, posting.currency)
          if (posting.from !== 'held' || heldMinor >= posting.amountMinor) work.ledger.post(posting)
        },
      },
    }),
  })),
  '203.14': spoilingSteps('the reference of a funding counts once for all accounts', () => {
    const accounts = new Map<string, string>()
    return {
      step: (work, { account }) => ({
        fund(funding) {
          const other = accounts.get(funding.reference)
          if (other !== undefined && other !== account) throw new Error('the reference is used already')
          work.fund(funding)
          accounts.set(funding.reference, account)
        },
      }),
    }
  }),
  '203.15': spoiling('the balances of other accounts follow those of an account', (good) => ({
    async balances(accountId) {
      const own = await good.balances(accountId)
      if (own.length === 0) return own
      return good.snapshot(async (snapshot) => {
        const others = []
        for await (const row of snapshot.balances()) if (row.accountId !== accountId) others.push(row)
        return [...own, ...others]
      })
    },
  })),
  '203.16': spoilingSteps('money is moved in doubles', () => ({
    step: (work) => ({
      ledger: {
        ...work.ledger,
        post: (posting) => work.ledger.post({ ...posting, amountMinor: BigInt(Number(posting.amountMinor)) }),
      },
    }),
  })),
}
