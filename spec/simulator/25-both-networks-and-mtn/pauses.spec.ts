import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { forBoth } from '../bothNetworks.ts'
import { closeOpened, operations } from '../openedSimulator.ts'

describe('25 Both simulated networks, and MTN: pauses that both ask for', () => {
  afterEach(closeOpened)

  rule(
    '25.42',
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
