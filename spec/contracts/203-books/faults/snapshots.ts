import type { Snapshot } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSnapshots, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.20 to 203.22. */
export const faultsOfSnapshots: Faults<Store> = {
  '203.20': spoilingSteps('a snapshot shows the balances with the fundings that were added since', (good) => {
    const funded = new Map<string, bigint>()
    return {
      step: (work) => ({
        fund(funding) {
          work.fund(funding)
          funded.set(funding.accountId, (funded.get(funding.accountId) ?? 0n) + funding.amountMinor)
        },
      }),
      books: {
        snapshot(read) {
          const before = new Map(funded)
          const since = (accountId: string) => (funded.get(accountId) ?? 0n) - (before.get(accountId) ?? 0n)
          async function* balances(moment: Snapshot) {
            for await (const row of moment.balances())
              yield { ...row, availableMinor: row.availableMinor + since(row.accountId) }
          }
          return good.snapshot((moment) => read({ ...moment, balances: () => balances(moment) }))
        },
      },
    }
  }),
  '203.21': spoilingSnapshots(
    'a snapshot shows transactions that were opened since, without postings',
    (moment, good) => ({
      async *transactions() {
        const ids = new Set<string>()
        for await (const row of moment.transactions()) {
          ids.add(row.transaction.id)
          yield row
        }
        const { transactions } = await good.list({ limit: 1_000 })
        const opened = transactions.filter(({ id }) => !ids.has(id)).reverse()
        for (const transaction of opened) yield { transaction, postings: [] }
      },
    }),
  ),
  '203.22': spoiling('no step runs after a reader has thrown', (good) => {
    let isLocked = false
    return {
      snapshot: (read) =>
        good.snapshot(read).catch((error) => {
          isLocked = true
          throw error
        }),
      async atomically(scope, step) {
        if (isLocked) throw new Error('the books are locked')
        return good.atomically(scope, step)
      },
    }
  }),
}
