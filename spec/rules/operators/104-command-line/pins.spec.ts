import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

/** A command line after five wrong PINs. */
async function openLocked() {
  const line = await openCommandLine()
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    const answer = await line.send({ caller: await line.caller(), request: { ...line.payout, pin: '9999' } })
    expect(answer).to.deep.equal({ refused: 'invalid_pin' })
  }
  return line
}

describe('104 The command line: PINs', () => {
  rule('104.84', 'account show counts the wrong PINs of 24 hours, and says until when the PIN is locked', {
    'as JSON': async () => {
      const { json, id } = await openLocked()
      const { json: shown } = await json('account', 'show', id)
      expect(shown).to.include({ pin_set: true, wrong_pins: 5, pin_locked_until: '2026-01-02T08:15:00.000Z' })
    },
    'as text': async () => {
      const { sente, id, clock } = await openLocked()
      const pinOf = async () => /^PIN +(.*)$/m.exec((await sente('account', 'show', id)).out)?.[1]
      expect(await pinOf()).to.equal('set, locked until 2026-01-02T08:15:00.000+00:00, 5 wrong in 24 hours')
      clock.forwardMs(15 * 60_000)
      expect(await pinOf()).to.equal('set, 5 wrong in 24 hours')
      clock.forwardMs(24 * 3_600_000)
      expect(await pinOf()).to.equal('set')
      await sente('account', 'set', id, '--clear-pin')
      expect(await pinOf()).to.equal('not set')
    },
    'a new PIN, after which nothing is locked': async () => {
      const { json, id } = await openLocked()
      const { json: set } = await json('account', 'set', id, '--pin', '90785')
      expect(set).to.include({ pin_set: true, wrong_pins: 0, pin_locked_until: null })
    },
  })
})
