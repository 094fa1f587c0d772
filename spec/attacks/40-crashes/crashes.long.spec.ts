import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { type KillPlace, killPlaces, strikesOf } from './plan.ts'
import { buildCrashProgram, type CrashProgram } from './program.ts'
import { type CrashStage, openCrashStage } from './stage.ts'

const seed = 42

describe('40 Crashes: the server killed under load', function () {
  this.timeout(120_000)
  let program: CrashProgram
  let stage: CrashStage
  before(async () => {
    program = await buildCrashProgram()
    stage = await openCrashStage(program)
  })
  after(async () => {
    await stage.close()
    program.close()
  })

  /** A server may miss its point by chance: its requests may have been answered before the third sweep, say. */
  async function isKilled(at: KillPlace) {
    for (const strike of strikesOf({ seed, count: 6, at })) {
      expect(await stage.strike(strike)).to.deep.equal([])
      if (stage.figures().kills.has(at)) return
    }
    throw new Error(`no server came to ${at}`)
  }

  rule(
    '40.1',
    'a server that is killed is followed by one that has all it answered, in books that fit what the networks did',
    Object.fromEntries(killPlaces.map((at) => [at, () => isKilled(at)])),
  )

  rule(
    '40.2',
    'after all kills everything ends, and balances are what they were and what the networks did since',
    async () => {
      expect(await stage.settle()).to.deep.equal([])
    },
  )
})
