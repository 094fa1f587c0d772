import { expect } from 'chai'
import { followUp } from '../../../../core/sente.ts'
import { openDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

describe('105 Payments through the gateway: a database that can’t be written', () => {
  rule('105.20', 'while the database cannot be written no network is asked, and a hint waits', async () => {
    const { ports, id, network, stored } = await openDoubt()
    let isTroubled = true
    const { sweep, hint } = followUp({ ...ports, atOnce: 8, canRecord: async () => !isTroubled })
    network.answersEnquiry(succeeded)
    const [, swept] = await Promise.all([
      hint({ transactionId: id }),
      sweep(),
      hint({ transactionId: 'an unknown id' }),
      hint({ transactionId: id }),
    ])
    expect([swept, (await stored()).followUp.enquiries]).to.deep.equal([0, 0])
    isTroubled = false
    await sweep()
    expect((await stored()).state).to.equal('succeeded')
  })
})
