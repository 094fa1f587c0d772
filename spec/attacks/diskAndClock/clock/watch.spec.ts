import { expect } from 'chai'
import { pino } from 'pino'
import { clockWatch } from '../../../../adapters/providers/market/clockWatch.ts'
import { clockAheadMs } from '../../../../adapters/providers/market/networkTime.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { hourMs, minuteMs } from '../../../fixtures/doubt.ts'
import { test } from '../../../rule.ts'

/** The allowed error of a clock: five minutes. */
const toleratedMs = 5 * minuteMs

function scene() {
  const clock = manualClock()
  const lines: string[] = []
  let enquiries = 0
  const ask = () => {
    enquiries += 1
  }
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line).msg) })
  const { onTime, isRight } = clockWatch({ clock, log, ask })
  return { clock, lines, onTime, isRight, enquiries: () => enquiries }
}

describe('Disk and clock: the clock of this machine', () => {
  test('it counts as wrong when every network that states the time differs by more than five minutes', {
    'ahead and behind, below, on and above': () => {
      for (const sign of [1, -1]) {
        for (const [offMs, right] of [
          [toleratedMs - 1, true],
          [toleratedMs, true],
          [toleratedMs + 1, false],
          [hourMs, false],
        ] as const) {
          const { onTime, isRight } = scene()
          onTime('mtn', sign * offMs)
          expect(isRight(), `${sign * offMs}`).to.equal(right)
        }
      }
    },
    'one network that is right is enough': () => {
      const { onTime, isRight, lines } = scene()
      onTime('airtel', 0)
      onTime('mtn', hourMs)
      expect([isRight(), lines]).to.deep.equal([true, []])
    },
    'when no network states the time it counts as right': () => expect(scene().isRight()).to.equal(true),
  })

  test('it counts as right again when a network agrees with it; the log has a line for each change', () => {
    const { onTime, isRight, lines } = scene()
    for (const ms of [hourMs, hourMs, hourMs - 1]) onTime('mtn', ms)
    expect(isRight()).to.equal(false)
    onTime('airtel', 0)
    onTime('mtn', 0)
    expect(isRight()).to.equal(true)
    expect(lines).to.deep.equal([
      'not ready: the clock of this machine is wrong',
      'the clock of this machine is right again',
    ])
  })

  test('a jump against the monotonic clock is no error, but a reason to ask the networks', {
    'a machine that slept for hours, and whose clock was corrected on waking': () => {
      const { clock, onTime, isRight, lines, enquiries } = scene()
      onTime('mtn', 0)
      clock.jumpMs(8 * hourMs)
      expect([isRight(), isRight(), enquiries()]).to.deep.equal([true, true, 1])
      onTime('mtn', 200)
      clock.forwardMs(minuteMs)
      expect([isRight(), enquiries(), lines]).to.deep.equal([true, 1, []])
    },
    'a step of a few seconds is not': () => {
      const { clock, isRight, enquiries } = scene()
      clock.jumpMs(-10_000)
      expect([isRight(), enquiries()]).to.deep.equal([true, 0])
    },
    'answers from before the jump no longer count': () => {
      const { clock, onTime, isRight } = scene()
      onTime('mtn', 0)
      onTime('airtel', 0)
      clock.jumpMs(-hourMs)
      onTime('airtel', hourMs)
      expect(isRight()).to.equal(false)
    },
    'when one network disagrees with the last state, all of them are asked': () => {
      const { onTime, enquiries } = scene()
      onTime('mtn', 0)
      onTime('airtel', hourMs)
      expect(enquiries()).to.equal(1)
    },
  })

  test('while it is wrong a readiness check asks the networks, at most every ten seconds', () => {
    const { clock, onTime, isRight, enquiries } = scene()
    onTime('mtn', hourMs)
    const times: number[] = []
    for (let second = 0; second < 25; second += 1) {
      isRight()
      times.push(enquiries())
      clock.forwardMs(1_000)
    }
    expect([times[9], times[10], times[20]]).to.deep.equal([1, 2, 3])
  })

  test('an answer states the time by its Date and its Age', () => {
    const nowMs = Date.UTC(2026, 0, 2, 8)
    const date = new Date(nowMs - 60_000).toUTCString()
    expect(clockAheadMs({ date }, nowMs)).to.equal(-60_000)
    expect(clockAheadMs({ date, age: '60' }, nowMs)).to.equal(0)
    for (const date of [undefined, '', 'yesterday']) expect(clockAheadMs({ date }, nowMs)).to.equal(undefined)
  })
})
