import type { Refunded } from '../../../../core/sente.ts'
import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { batched, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.75 and 203.76. */
export const faultsOfRefunds: Faults<Store> = {
  '203.75': spoilingSteps('a small refund is not counted', () => ({
    step: (work) => ({
      refunded: () => ({ ...work.refunded(), minor: (work.refunded().minor / 100n) * 100n }),
    }),
  })),
  '203.76': spoilingSteps('steps at once see what was refunded before the first of them', () => {
    const batch = batched(() => ({ seen: undefined as Refunded | undefined }))
    return {
      step: (work) => ({
        refunded() {
          const shared = batch()
          shared.seen ??= work.refunded()
          return shared.seen
        },
      }),
    }
  }),
}
