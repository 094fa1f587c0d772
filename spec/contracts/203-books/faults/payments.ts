import type { Balance, PinCount } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { batched, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.17 to 203.19. */
export const faultsOfPayments: Faults<Store> = {
  '203.17': spoilingSteps('from its 101st step on, a batch takes from the balance that its first step saw', () => {
    const batch = batched(() => ({ steps: 0, seen: undefined as Balance | undefined }))
    return {
      step(work, { account, currency }) {
        const shared = batch()
        const before = work.ledger.balance(account, currency)
        shared.seen ??= before
        shared.steps += 1
        if (shared.steps <= 100) return {}
        const seen = shared.seen
        return {
          ledger: {
            balance: () => seen,
            post(posting) {
              if (before.availableMinor >= posting.amountMinor) work.ledger.post(posting)
            },
          },
        }
      },
    }
  }),
  '203.18': spoilingSteps('a step does not see the references that were used in its batch', () => {
    const batch = batched(() => new Set<string>())
    return {
      step(work) {
        const opened = batch()
        const own = new Set<string>()
        return {
          record(transaction) {
            work.record(transaction)
            opened.add(transaction.id)
            own.add(transaction.id)
          },
          references: {
            usedBy(accountId, reference) {
              const id = work.references.usedBy(accountId, reference) ?? ''
              return id === '' || (opened.has(id) && !own.has(id)) ? undefined : id
            },
          },
        }
      },
    }
  }),
  '203.19': spoilingSteps('a step does not see the wrong PINs that were counted in its batch', () => {
    const batch = batched(() => new Map<string, PinCount | undefined>())
    return {
      step(work, { account }) {
        const counts = batch()
        if (!counts.has(account)) counts.set(account, work.pinCount())
        let count = counts.get(account)
        return {
          pinCount: () => count,
          countPin(next) {
            count = next
            work.countPin(next)
          },
        }
      },
    }
  }),
}
