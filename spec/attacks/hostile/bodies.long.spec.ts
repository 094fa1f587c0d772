import { expect } from 'chai'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { prove } from '../prove.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { type Answered, openFuzzingLane } from './fuzzing/fuzzing.ts'
import { secret } from './fuzzing/values.ts'

const lanes = 2
const bodiesEach = times({ night: 1_000, day: 250 })

describe('Hostile clients: bodies', () => {
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway()
  })
  test('for any body, the answer is one of the contract’s, echoes nothing of the body, and only the payment in the answer is opened', async () => {
    const answered: Answered = new Map()
    await gateway.besideHonest('honest', async () => {
      const merchants = await Promise.all(Array.from({ length: lanes }, () => gateway.openAccount(10_000_000)))
      const opened = await Promise.all(merchants.map((merchant) => openFuzzingLane(gateway.url, merchant, answered)))
      await Promise.all(opened.map(({ property }) => prove(property, bodiesEach, 'hostile')))
      for (const lane of opened) lane.close()
    })
    expect(JSON.stringify(gateway.log())).not.to.include(secret)
    expect([...answered.keys()]).to.include.members(['201', '400 malformed_json', '400 malformed_fields'])
  })
})
