import { expect } from 'chai'
import { rule } from '../rule.ts'
import { afterPowerLoss } from './sqlitePowerDisk.ts'
import { type Moment, missing, momentsOf } from './sqlitePowerTraffic.ts'

const sectorBytes = 512
const frameBytes = 24 + 4096
const headerBytes = 32

describe('38 Power loss: everything that was answered is there', function () {
  this.timeout(60_000)

  rule('38.11', 'after a power loss every answered request is found, and the books agree', {
    'cut at every sector and every frame after the last flush': () =>
      momentsOf({ atFlushes: [3, 8], atOnce: 6 }, (moment) => survivesEach(moment, cuts(moment))),
    'cut at every frame, with more at once than go into one commit': () =>
      momentsOf({ atFlushes: [4, 8], atOnce: 50 }, (moment) => survivesEach(moment, cuts(moment, frameBytes))),
    'with any one sector after the last flush lost': () =>
      momentsOf({ atFlushes: [5], atOnce: 6 }, (moment) => survivesEach(moment, gaps(moment))),
    'cut after the log was copied and emptied': () =>
      momentsOf({ atFlushes: [1, 2], atOnce: 3, copyAt: 200_000 }, (moment) => survivesEach(moment, cuts(moment))),
  })
})

/** Looks at what each of these logs leaves of a moment. */
async function survivesEach({ picture, told }: Moment, logs: Iterable<{ name: string; log: Uint8Array }>) {
  let count = 0
  for (const { name, log } of logs) {
    const lost = await afterPowerLoss(picture, log, (store) => missing(store, told))
    expect(lost, `${name}, flushed ${picture.flushedBytes}`).to.deep.equal([])
    count += 1
  }
  expect([count > 10, told.length > 0]).to.deep.equal([true, true])
}

/** The log cut at the beginning of each sector after the last flush, and before, at and after the end of each frame. */
function* cuts({ picture: { log, flushedBytes } }: Moment, every = sectorBytes) {
  const lengths = new Set([flushedBytes, log.length])
  for (let length = flushedBytes; length < log.length; length += 1) {
    const inFrame = (length - headerBytes) % frameBytes
    if (length % every === 0 || [0, 1, frameBytes - 1].includes(inFrame)) lengths.add(length)
  }
  for (const length of lengths) yield { name: `cut at ${length}`, log: log.subarray(0, length) }
}

/** The log with each sector after the last flush as it was before it was written: zeroes. */
function* gaps({ picture: { log, flushedBytes } }: Moment) {
  const first = Math.ceil(flushedBytes / sectorBytes) * sectorBytes
  for (let begin = first; begin < log.length; begin += sectorBytes) {
    const damaged = Buffer.from(log)
    damaged.subarray(begin, begin + sectorBytes).fill(0)
    yield { name: `without ${begin}`, log: damaged }
  }
}
