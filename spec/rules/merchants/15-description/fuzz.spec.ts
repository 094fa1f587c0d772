import { expect } from 'chai'
import { isNight } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { fuzz } from './oracle/fuzz.ts'

describe('15 The API describes itself: random requests', function () {
  this.timeout(isNight ? 600_000 : 60_000)
  rule('15.17', 'any request, right or wrong, is answered as described, and breaks nothing', async () => {
    const counts = await fuzz(150)
    expect(Object.keys(counts)).to.include.members(['200', '400', '401', '404', '405'])
  })

  if (isNight)
    rule('15.18', '6,000 requests, right and wrong ones, are all answered as described', async () => {
      const counts = await fuzz(6_000)
      const seen = ['200', '201', '304', '400', '401', '404', '405', '409', '413', '415', '500']
      expect(Object.keys(counts)).to.include.members(seen)
    })
})
