import { expect } from 'chai'
import { test } from '../../rule.ts'
import { prove } from '../prove.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import { type Answered, openFuzzingLane } from './fuzzing/fuzzing.ts'
import { secret } from './fuzzing/values.ts'

const lanes = 2
const bodiesEach = 1_000

describe('Hostile clients: bodies', function () {
  this.timeout(180_000)
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway()
  })
  after(() => gateway.close())

  test('whatever body is sent, the answer is one of the contract’s, echoes nothing of it, and opens only what it reports', async () => {
    const honest = honestMerchant(gateway.url, gateway.demo)
    const answered: Answered = new Map()
    const merchants = await Promise.all(Array.from({ length: lanes }, () => gateway.openAccount(10_000_000)))
    const opened = await Promise.all(merchants.map((merchant) => openFuzzingLane(gateway.url, merchant, answered)))
    await Promise.all(opened.map(({ property }) => prove(property, bodiesEach, 'hostile')))
    await honest.served(1)
    for (const lane of opened) lane.close()
    expect(await honest.stop()).to.deep.equal([])
    expect(await gateway.faults()).to.deep.equal([])
    expect(JSON.stringify(gateway.log())).not.to.include(secret)
    expect([...answered.keys()]).to.include.members(['201', '400 malformed_json', '400 malformed_fields'])
  })
})
