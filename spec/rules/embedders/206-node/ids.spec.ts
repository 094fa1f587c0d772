import { expect } from 'chai'
import sinon from 'sinon'
import { uuids } from '../../../../adapters/node/node.ts'
import { lowestIdAt } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'

describe('206 Keys, PINs, ids and the clock: ids', () => {
  let clock: sinon.SinonFakeTimers
  beforeEach(() => {
    clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  })
  afterEach(() => clock.restore())

  rule('206.7', 'ordered ids are UUIDs of version 7 that sort in the order of their making', {
    'within a millisecond': () => sorted(5_000),
    'from one to the next': () => sorted(100, () => clock.tick(1)),
    'within one that the clock goes back to': () => {
      const times = [0, 5, 3, 5, 0, 3, 5].map((ms) => Date.now() + ms)
      const ids = times.map((ms) => ({ ms, id: uuids.ordered(ms) }))
      for (const soon of times) {
        const made = ids.filter(({ ms }) => ms === soon).map(({ id }) => id)
        expect([...made].sort()).to.deep.equal(made)
      }
    },
  })

  rule('206.8', 'an ordered id has the given time, or the present, and lists of a period use it', {
    'a given time': () => hasTime(uuids.ordered(Date.now() + 1_000), Date.now() + 1_000),
    'the present': () => hasTime(uuids.ordered(), Date.now()),
    'after the clock was ahead by a day and was put right'() {
      const dayMs = 86_400_000
      clock.setSystemTime(Date.now() + dayMs)
      hasTime(uuids.ordered(), Date.now())
      clock.setSystemTime(Date.now() - dayMs)
      hasTime(uuids.ordered(), Date.now())
      hasTime(uuids.ordered(Date.now() - 500), Date.now() - 500)
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

function hasTime(id: string, ms: number) {
  expect(id >= lowestIdAt(ms) && id < lowestIdAt(ms + 1), id).to.equal(true)
}
