import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { forBoth } from '../../../simulator/bothNetworks.ts'
import { operations } from '../../../simulator/openedSimulator.ts'

describe('18 The sandbox’s networks: requests for a pause of both', () => {
  rule(
    '18.15',
    '990479 answers 429, asks for a pause of one second, and never has the payment',
    forBoth(async ({ open, newId }) => {
      for (const operation of operations) {
        const { submit, enquire, simulator } = await open()
        const given = { id: newId(), digits: '990479' }
        for (const _ of ['first', 'repeated']) {
          expect(await submit(operation, given)).to.include({ status: 429, retryAfter: '1' })
        }
        expect(await enquire(operation, given.id)).to.equal('unknown')
        expect(await submit(operation)).to.include({ outcome: 'accepted' })
        expect(simulator.executed().map(({ providerId }) => providerId)).not.to.include(given.id)
      }
    }),
  )
})
