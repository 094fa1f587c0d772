import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { closeApis } from '../api.ts'
import { fuzz } from './oracle/fuzz.ts'

describe('50 The API describes itself: random requests', function () {
  this.timeout(60_000)
  afterEach(closeApis)

  rule(
    '50.17',
    'whatever is sent, right or wrong, is answered as the description says, and breaks nothing',
    async () => {
      const counts = await fuzz(300)
      expect(Object.keys(counts)).to.include.members(['200', '400', '401', '404', '405'])
    },
  )
})
