import type { Faults } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'
import { spoiling, spoilingSteps } from './spoiling.ts'

/** Books with one fault each, by the rules 203.73 and 203.74. */
export const faultsOfErasures: Faults<Store> = {
  '203.73': spoiling('a list by number still finds what was erased', (good) => ({
    list: ({ phoneNumber, ...query }) =>
      good.list(
        phoneNumber?.startsWith('erased-')
          ? { ...query, phoneNumber: '256770000001' }
          : { ...query, ...(phoneNumber !== undefined && { phoneNumber }) },
      ),
  })),
  '203.74': spoilingSteps('nothing is erased of an open transaction, and nobody is told', () => ({
    step: (work) => ({
      erasePhoneNumber(id, pseudonym) {
        if (work.transaction(id)?.state !== 'submitting') work.erasePhoneNumber(id, pseudonym)
      },
    }),
  })),
}
