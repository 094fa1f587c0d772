import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoilingSteps } from './spoiling.ts'

/** Books with one fault, by the rule 203.52. */
export const faultsOfTexts: Faults<Store> = {
  '203.52': spoilingSteps('a NUL in what a network said breaks the step', () => ({
    step: (work) => ({
      record(transaction) {
        if (transaction.providerRef?.includes('\0')) throw new Error('a text holds a NUL')
        work.record(transaction)
      },
    }),
  })),
}
