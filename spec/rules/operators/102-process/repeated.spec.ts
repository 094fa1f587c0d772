import { expect } from 'chai'
import sinon from 'sinon'
import { repeated } from '../../../../adapters/background/repeated.ts'
import { test } from '../../../rule.ts'

describe('102 The process: repeated work', () => {
  afterEach(() => sinon.restore())

  /** Work whose runs last until they are ended. */
  function begin(overlaps?: boolean) {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const runs: { goesOn: () => boolean; end(): void }[] = []
    const work = (goesOn: () => boolean) => new Promise<void>((end) => void runs.push({ goesOn, end }))
    const loop = repeated(work, { everyMs: 10, onBreakage() {}, ...(overlaps && { overlaps }) })
    return { timers, runs, loop }
  }

  test('a run does not start while another one is under way, unless runs overlap', async () => {
    const { timers, runs } = begin()
    await timers.tickAsync(30)
    expect(runs).to.have.length(1)
    runs[0]?.end()
    await timers.tickAsync(10)
    expect(runs).to.have.length(2)
    timers.restore()
    const overlapping = begin(true)
    await overlapping.timers.tickAsync(30)
    expect(overlapping.runs).to.have.length(3)
  })

  test('a stop lets a run under way end early, waits for it, and starts no other', async () => {
    const { timers, runs, loop } = begin()
    await timers.tickAsync(10)
    const [run] = runs
    expect(run?.goesOn()).to.equal(true)
    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    expect(run?.goesOn()).to.equal(false)
    await new Promise(setImmediate)
    expect(isStopped).to.equal(false)
    run?.end()
    await stopped
    await timers.tickAsync(30)
    expect(runs).to.have.length(1)
  })
})
