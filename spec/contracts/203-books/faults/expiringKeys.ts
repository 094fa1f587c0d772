import type { AccountRepo } from '../../../../core/sente.ts'
import type { Fault, Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'

/** Stores with one fault each, by the rules 203.77 and 203.78. */
export const faultsOfExpiringKeys: Faults<Store> = {
  '203.77': spoiling('what has expired is not told any more', (good) => ({
    tellExpiring: (due) => good.tellExpiring({ ...due, lateMs: 0 }),
  })),
  '203.78': spoiling('who asks first is told again to all who wait', (good) => {
    let first: Promise<readonly string[]> | undefined
    return {
      tellExpiring(due) {
        first ??= good.tellExpiring(due).finally(() => {
          first = undefined
        })
        return first
      },
    }
  }),
}

function spoiling(fault: string, faulty: (good: AccountRepo) => Partial<AccountRepo>): Fault<Store> {
  return { fault, spoil: (good) => ({ ...good, accounts: { ...good.accounts, ...faulty(good.accounts) } }) }
}
