import { expect } from 'chai'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { afterPowerLoss, sectorBytes, unflushedSectors } from './disk.ts'
import { type Moment, missing, momentsOf } from './traffic.ts'

const frameBytes = 24 + 4096
const headerBytes = 32

/** By day every fourth of the losses is tried, and others the next day. */
const step = times({ night: 1, day: 4 })
const first = Math.floor(Date.now() / 86_400_000) % step

describe('Power loss: every answered payment is there', () => {
  test('after a power loss every answered request is found, and the books agree', {
    'cut at every sector and every frame after the last flush': () =>
      momentsOf({ atFlushes: [3, 8], atOnce: 6 }, (moment) => survivesEach(moment, cuts(moment))),
    'cut at every frame, with more at once than fit into one commit': () =>
      momentsOf({ atFlushes: [4, 8], atOnce: 50 }, (moment) => survivesEach(moment, cuts(moment, frameBytes))),
    'with any one sector after the last flush lost': () =>
      momentsOf({ atFlushes: [5], atOnce: 6 }, (moment) => survivesEach(moment, gaps(moment))),
    'cut after the log was copied and restarted': () =>
      momentsOf({ atFlushes: [1, 2], atOnce: 3, copyAt: 200_000 }, (moment) => survivesEach(moment, cuts(moment))),
  })
})

/** Checks that each of these logs has every payment answered by that moment. */
async function survivesEach({ picture, answered }: Moment, logs: Iterable<{ name: string; log: Uint8Array }>) {
  let count = 0
  for (const { name, log } of logs) {
    const isTried = count % step === first
    const lost = isTried ? await afterPowerLoss(picture, log, (store) => missing(store, answered)) : []
    expect(lost, name).to.deep.equal([])
    count += 1
  }
  expect([count > 10, answered.length > 0]).to.deep.equal([true, true])
}

/**
 * The log cut at the beginning of each unflushed sector, and before, at and after the end of each frame in it; after
 * the cut come earlier flushed data, if any.
 */
function* cuts({ picture: { log, flushed } }: Moment, every = sectorBytes) {
  const lengths = new Set<number>()
  for (const begin of unflushedSectors({ log, flushed })) {
    for (let length = begin; length <= begin + sectorBytes; length += 1) {
      const inFrame = (length - headerBytes) % frameBytes
      if (length % every === 0 || [0, 1, frameBytes - 1].includes(inFrame)) lengths.add(length)
    }
  }
  for (const length of lengths) {
    const written = Buffer.concat([log.subarray(0, length), flushed.subarray(length)])
    yield { name: `written up to ${length}`, log: written }
  }
}

/** The log with one of its unflushed sectors at a time in its earlier state. */
function* gaps({ picture: { log, flushed } }: Moment) {
  for (const begin of unflushedSectors({ log, flushed })) {
    const damaged = Buffer.from(log)
    damaged.subarray(begin, begin + sectorBytes).fill(0)
    damaged.set(flushed.subarray(begin, begin + sectorBytes), begin)
    yield { name: `without ${begin}`, log: damaged }
  }
}
