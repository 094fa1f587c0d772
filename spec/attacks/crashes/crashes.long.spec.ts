import { expect } from 'chai'
import { fifthOf, isNight } from '../../night.ts'
import { test } from '../../rule.ts'
import { type KillPlace, killPlaces, strikesOf } from './plan.ts'
import { buildCrashProgram, type CrashProgram } from './processes/setup.ts'
import { type CrashRound, openCrashRound } from './round.ts'

const seed = 42

/** Places with nearly the same state as others; only a soak tries them. */
const similar: readonly KillPlace[] = [
  ...(['callback-note-committed', 'sweep-note-committed', 'resume-committed', 'line-note-committed'] as const),
  ...(['callback-enquiry-after', 'sweep-enquiry-after', 'enquiry-after', 'line-submission-after'] as const),
  ...(['checkpoint-copied', 'migration-committed', 'callback-received', 'complete-committed'] as const),
]
const tried = killPlaces.filter((place) => !similar.includes(place))

describe('Crashes: the server killed under load', () => {
  let program: CrashProgram
  let round: CrashRound
  before(async () => {
    program = await buildCrashProgram()
    round = await openCrashRound(program)
  })
  after(async () => {
    // Neither exists if it could not be opened.
    await round?.close()
    program?.close()
  })

  /** A server may miss its point by chance: its requests may be answered before the third sweep, for example. */
  async function isKilled(at: KillPlace) {
    for (const strike of strikesOf({ seed: seed + tried.indexOf(at), count: 20, at })) {
      expect(await round.strike(strike)).to.deep.equal([])
      if (round.figures().kills.has(at)) return
    }
    throw new Error(`no server came to ${at}`)
  }

  test(
    'after a kill the next server has every answered payment, and its books agree with the networks',
    fifthOf(Object.fromEntries(tried.map((at) => [at, () => isKilled(at)]))),
  )

  test('after all kills every payment ends, and balances are the opening ones plus the networks’ payments', async () => {
    expect(await round.settle()).to.deep.equal([])
    const executed = Object.fromEntries([...round.figures().operations].map(([name, one]) => [name, one.executed]))
    const least = isNight ? { refund: 10, line: 50, link: 20 } : { refund: 1, line: 10, link: 2 }
    for (const [operation, count] of Object.entries(least))
      expect(executed[operation] ?? 0, JSON.stringify(executed)).to.be.at.least(count)
  })
})
