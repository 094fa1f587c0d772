import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoilingSteps } from './spoiling.ts'

/** Books with a fault, by the rule 203.57. */
export const faultsOfTime: Faults<Store> = {
  '203.57': spoilingSteps('the time of the first caller goes for all', () => {
    let firstMs: number | undefined
    return {
      step: (work) => ({
        nowMs(callersMs) {
          firstMs ??= work.nowMs(callersMs)
          return firstMs
        },
      }),
    }
  }),
}
