import type { Ledger } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { batched, spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.1 to 203.7. */
export const faultsOfSteps: Faults<Store> = {
  '203.1': spoiling('a transaction that is found by its reference has lost its fingerprint', (good) => ({
    async transactionByReference(accountId, reference) {
      const found = await good.transactionByReference(accountId, reference)
      return found && { ...found, fingerprint: '' }
    },
  })),
  '203.2': spoilingSteps('a later step does not replace the id that the provider gave', () => ({
    step: (work) => ({
      record(transaction) {
        const before = work.transaction(transaction.id)
        work.record({ ...transaction, providerRef: before ? before.providerRef : transaction.providerRef })
      },
    }),
  })),
  '203.3': spoiling('an account without money has a balance of nothing', (good) => ({
    async balances(accountId) {
      const rows = await good.balances(accountId)
      return rows.length > 0 ? rows : [{ accountId, currency: 'UGX', availableMinor: 0n, heldMinor: 0n }]
    },
  })),
  '203.4': spoiling('a step that returns a refusal keeps more than the count of wrong PINs', (good) => ({
    async atomically(scope, step) {
      const { result } = await good.atomically(scope, (work) => {
        const late: (() => void)[] = []
        const result = step({
          ...work,
          annotate: (annotation) => void late.push(() => work.annotate(annotation)),
          keepPrompts: (prompts) => void late.push(() => work.keepPrompts(prompts)),
          countDay: (count) => void late.push(() => work.countDay(count)),
          keepExchanges: (id, kept) => void late.push(() => work.keepExchanges(id, kept)),
        })
        if (!isRefused(result)) for (const write of late) write()
        return { result }
      })
      return result
    },
  })),
  '203.5': spoilingSteps('a count of wrong PINs never goes back', () => ({
    step: (work) => ({
      countPin(count) {
        const before = work.pinCount()
        work.countPin(before && before.failures > count.failures ? before : count)
      },
    }),
  })),
  '203.6': spoiling('a step that throws fails those that come after it in its batch', (good) => {
    const batch = batched(() => ({ isBroken: false }))
    return {
      async atomically(scope, step) {
        const shared = batch()
        if (shared.isBroken) throw new Error('the batch broke')
        return good.atomically(scope, (work) => {
          shared.isBroken = true
          const result = step(work)
          shared.isBroken = false
          return result
        })
      },
    }
  }),
  '203.7': spoilingSteps('a step sees the balance as it was before', () => ({
    step(work, { account, currency }) {
      const before = work.ledger.balance(account, currency)
      const balance: Ledger['balance'] = (...about) => work.ledger.balance(...about) && before
      return { ledger: { ...work.ledger, balance } }
    },
  })),
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'refused' in result
}
