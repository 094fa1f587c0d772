import { expect } from 'chai'
import { closeApis } from '../../../fixtures/http/api.ts'
import { rule } from '../../../rule.ts'
import { fuzz } from './oracle/fuzz.ts'

describe('15 The API describes itself: random requests', function () {
  this.timeout(60_000)
  afterEach(closeApis)

  rule('15.17', 'any request, right or wrong, is answered as the description says, and breaks nothing', async () => {
    const counts = await fuzz(300)
    expect(Object.keys(counts)).to.include.members(['200', '400', '401', '404', '405'])
  })
})
