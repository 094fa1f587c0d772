import { expect } from 'chai'
import { type SinonFakeTimers, useFakeTimers } from 'sinon'
import type { Context } from '../../../../adapters/http/answers/context.ts'
import { rateLimit } from '../../../../adapters/http/caller/rateLimit.ts'
import { rule } from '../../../rule.ts'

/** Counts one request, and resolves with the headers for its answer. */
async function countOne(limit: ReturnType<typeof rateLimit>, key: string | number = 'a') {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string) => Object.assign(headers, { [name]: value })
  const refusal = await limit({ state: {}, res: { setHeader } } as unknown as Context, key)
  return { refusal, left: headers.RateLimit }
}

/** A limit of ten requests in ten seconds, used up by requests at once. */
async function reached() {
  const limit = rateLimit('x', 1)
  for (let time = 0; time < 10; time += 1) expect(await countOne(limit)).to.have.property('refusal', undefined)
  return limit
}

const limited = (retryAfterSeconds: number) => ({
  refusal: { refused: 'rate_limited', retryAfterSeconds },
  left: `"x";r=0;t=${retryAfterSeconds}`,
})

const renewed = { refusal: undefined, left: '"x";r=9;t=10' }

describe('13 Limits on requests: the window', () => {
  let clock: SinonFakeTimers

  beforeEach(() => {
    clock = useFakeTimers({ now: Date.UTC(2026, 0, 2, 8), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  })

  afterEach(() => clock.restore())

  rule('13.9', 'the rest of the window is stated in whole seconds, rounded up', {
    'at its beginning': async () => expect(await countOne(await reached())).to.deep.equal(limited(10)),
    'after a millisecond': async () => {
      const limit = await reached()
      clock.tick(1)
      expect(await countOne(limit)).to.deep.equal(limited(10))
    },
    'after a second': async () => {
      const limit = await reached()
      clock.tick(1_000)
      expect(await countOne(limit)).to.deep.equal(limited(9))
    },
    'in its last millisecond': async () => {
      const limit = await reached()
      clock.tick(9_999)
      expect(await countOne(limit)).to.deep.equal(limited(1))
    },
  })

  rule('13.10', 'when the window ends, the whole quota is available again', async () => {
    const limit = await reached()
    clock.tick(10_000)
    expect(await countOne(limit)).to.deep.equal(renewed)
  })

  rule('13.11', 'refused requests do not put off the end of the window', async () => {
    const limit = await reached()
    for (let second = 0; second < 10; second += 1) {
      expect(await countOne(limit)).to.deep.equal(limited(10 - second))
      clock.tick(1_000)
    }
    expect(await countOne(limit)).to.deep.equal(renewed)
  })

  rule('13.12', 'a wall clock that is set back or forward makes no window longer', {
    'back by an hour': async () => {
      const limit = await reached()
      clock.setSystemTime(Date.now() - 3_600_000)
      expect(await countOne(limit)).to.deep.equal(limited(10))
      clock.tick(10_000)
      expect(await countOne(limit)).to.deep.equal(renewed)
    },
    'forward by an hour': async () => {
      const limit = await reached()
      clock.setSystemTime(Date.now() + 3_600_000)
      expect(await countOne(limit)).to.deep.equal(renewed)
      clock.tick(9_999)
      expect(await countOne(limit)).to.deep.equal({ refusal: undefined, left: '"x";r=8;t=1' })
    },
  })

  rule('13.13', 'each key has a window of its own, and none is kept after its end', async () => {
    const limit = rateLimit('x', 1)
    await countOne(limit, 'a')
    clock.tick(5_000)
    expect(await countOne(limit, 'b')).to.deep.equal(renewed)
    expect(await countOne(limit, 'a')).to.deep.equal({ refusal: undefined, left: '"x";r=8;t=5' })
    clock.tick(10_000)
    expect(clock.countTimers()).to.equal(0)
  })
})
