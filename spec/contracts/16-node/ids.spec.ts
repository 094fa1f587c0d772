import { expect } from 'chai'
import sinon from 'sinon'
import { uuids } from '../../../adapters/node/node.ts'
import { lowestIdAt } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'

describe('16 Keys, PINs, ids and the clock: ids', () => {
  let clock: sinon.SinonFakeTimers
  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  })
  afterEach(() => clock.restore())

  rule('16.7', 'ordered ids are UUIDs of version 7 that sort in the order in which they were made', {
    'within a millisecond': () => sorted(5_000),
    'from one to the next': () => sorted(100, () => clock.tick(1)),
    'while the clock goes back': () => sorted(100, () => clock.setSystemTime(Date.now() - 1_000)),
    'with the time that is given, which lists of a time go by': () => {
      const soon = Date.now() + 1_000
      const id = uuids.ordered(soon)
      expect(id >= lowestIdAt(soon) && id < lowestIdAt(soon + 1), id).to.equal(true)
      expect(uuids.ordered(soon - 500) > id).to.equal(true)
    },
  })
})

function sorted(count: number, pass = () => {}) {
  const ids = Array.from({ length: count }, () => {
    pass()
    return uuids.ordered()
  })
  for (const id of ids) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect([...ids].sort()).to.deep.equal(ids)
  expect(new Set(ids).size).to.equal(count)
}
