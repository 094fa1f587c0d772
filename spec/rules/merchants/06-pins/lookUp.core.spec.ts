import { expect } from 'chai'
import { changeAccount, lookUpWrongPins } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { dayMs, guessWrong, lock, minuteMs, openGuessing } from './guessing.ts'

/** A core whose `seen` looks up the counts of its account's PIN, with the account's current state. */
async function openLookingUp() {
  const core = await openGuessing()
  const { ports, caller } = core
  return { ...core, seen: async () => lookUpWrongPins(ports)({ account: (await caller()).account }) }
}

describe('6 PINs: counts', () => {
  rule('6.24', 'the wrong PINs of the last 24 hours, ten at most, and the end of the lock can be looked up', {
    none: async () => {
      const { seen } = await openLookingUp()
      expect(await seen()).to.deep.equal({ inADay: 0, lockedUntilMs: null })
    },
    'five in a row, and when the lock is over': async () => {
      const { guess, clock, seen } = await openLookingUp()
      await lock(guess)
      const lockedUntilMs = clock.nowMs() + 15 * minuteMs
      expect(await seen()).to.deep.equal({ inADay: 5, lockedUntilMs })
      clock.forwardMs(15 * minuteMs - 1)
      expect(await seen()).to.deep.equal({ inADay: 5, lockedUntilMs })
      clock.forwardMs(1)
      expect(await seen()).to.deep.equal({ inADay: 5, lockedUntilMs: null })
      clock.forwardMs(dayMs - 15 * minuteMs - 1)
      expect(await seen()).to.deep.equal({ inADay: 5, lockedUntilMs: null })
      clock.forwardMs(1)
      expect(await seen()).to.deep.equal({ inADay: 0, lockedUntilMs: null })
    },
    'eleven, with ten kept': async () => {
      const { guess, clock, seen } = await openLookingUp()
      await guessWrong(guess, 10)
      clock.forwardMs(15 * minuteMs)
      await guess('9999')
      expect(await seen()).to.deep.equal({ inADay: 10, lockedUntilMs: clock.nowMs() + 30 * minuteMs })
    },
    'a lock that began while the clock was ahead': async () => {
      const { guess, clock, seen } = await openLookingUp()
      clock.jumpMs(dayMs)
      await lock(guess)
      clock.jumpMs(-dayMs)
      expect(await seen()).to.deep.equal({ inADay: 5, lockedUntilMs: clock.nowMs() + 15 * minuteMs })
    },
    'a new PIN, or none': async () => {
      const { guess, ports, account, seen } = await openLookingUp()
      await lock(guess)
      for (const pin of ['770431', null]) {
        await changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin } })
        expect(await seen()).to.deep.equal({ inADay: 0, lockedUntilMs: null })
      }
    },
  })
})
