import { expect } from 'chai'
import { changeAccount } from '../../../../core/sente.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { dayMs, guessWrong, lock, minuteMs, openGuessing } from './guessing.ts'

describe('6 PINs: ten wrong ones in a day', () => {
  rule(
    '6.15',
    'ten wrong PINs in 24 hours lock the PIN for 15 minutes, even with right ones in between',
    table(
      ['wrong PINs', 'milliseconds after the last', 'answer to the right PIN'],
      [
        [9, 0, 'opened'],
        [10, 0, 'pin_locked'],
        [10, 15 * minuteMs - 1, 'pin_locked'],
        [10, 15 * minuteMs, 'opened'],
      ],
      async (wrong, afterMs, answer) => {
        const { guess, clock } = await openGuessing()
        await guessWrong(guess, wrong)
        clock.forwardMs(afterMs)
        expect(await guess('4071')).to.equal(answer)
      },
    ),
  )

  rule(
    '6.16',
    'a wrong PIN counts for 24 hours',
    table(
      ['milliseconds from the first wrong PIN to the tenth', 'answer to the right PIN'],
      [
        [dayMs - 1, 'pin_locked'],
        [dayMs, 'opened'],
        [dayMs + 1, 'opened'],
      ],
      async (overMs, answer) => {
        const { guess, clock } = await openGuessing()
        await guessWrong(guess, 1)
        clock.forwardMs(overMs)
        await guessWrong(guess, 8)
        await guess('4071')
        expect(await guess('2009')).to.equal('invalid_pin')
        expect(await guess('4071')).to.equal(answer)
      },
    ),
  )

  rule(
    '6.17',
    'after ten wrong PINs in 24 hours each further one locks the PIN twice as long as before, up to a day',
    table(
      ['lock', 'minutes'],
      [
        [1, 15],
        [2, 30],
        [3, 60],
        [4, 120],
        [5, 240],
        [6, 480],
        [7, 960],
        [8, 1_440],
        [9, 1_440],
      ],
      async (nth, minutes) => {
        const { guess, clock } = await openGuessing()
        await guessWrong(guess, 10)
        for (let lock = 2; lock <= nth; lock += 1) {
          clock.forwardMs(dayMs)
          expect(await guess('9999')).to.equal('invalid_pin')
        }
        clock.forwardMs(minutes * minuteMs - 1)
        expect(await guess('4071')).to.equal('pin_locked')
        clock.forwardMs(1)
        expect(await guess('4071')).to.equal('opened')
      },
    ),
  )

  rule(
    '6.18',
    'neither time nor right PINs make such locks shorter again: only a new PIN does, even of the same digits',
    async () => {
      const { guess, clock, ports, account } = await openGuessing()
      await guessWrong(guess, 10)
      clock.forwardMs(30 * dayMs)
      for (let right = 1; right <= 5; right += 1) expect(await guess('4071')).to.equal('opened')
      await guess('9999')
      clock.forwardMs(30 * minuteMs - 1)
      expect(await guess('4071')).to.equal('pin_locked')
      await changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin: '4071' } })
      await guessWrong(guess, 9)
      expect(await guess('4071')).to.equal('opened')
      await guess('9999')
      clock.forwardMs(15 * minuteMs)
      expect(await guess('4071')).to.equal('opened')
    },
  )

  refusal('6.19', 'pin_locked', 'a locked PIN is refused with the rest of the lock’s time', async () => {
    const { guess, send, caller, payout, clock } = await openGuessing()
    await lock(guess)
    clock.forwardMs(minuteMs)
    for (const pin of ['4071', '9999', 'no PIN']) {
      const answer = await send({ caller: await caller(), request: { ...payout, pin } })
      expect(answer).to.deep.equal({ refused: 'pin_locked', leftMs: 14 * minuteMs })
    }
  })

  rule(
    '6.20',
    'a wrong PIN is counted even when there is too little money, and none is compared under a used reference',
    {
      'a used reference': async () => {
        const { guess, send, caller, payout } = await openGuessing()
        await guess('4071')
        await guessWrong(guess, 4)
        for (const pin of ['4071', '9999', '9999']) {
          const request = { ...payout, reference: 'guess-1', pin }
          expect(await send({ caller: await caller(), request })).to.have.property('refused', 'duplicate_reference')
        }
        expect(await guess('9999')).to.equal('invalid_pin')
        expect(await guess('4071')).to.equal('pin_locked')
      },
      'more than the balance': async () => {
        const { guess, send, caller, payout } = await openGuessing()
        for (let wrong = 1; wrong <= 5; wrong += 1) {
          const request = { ...payout, amount: 100_001, pin: '9999' }
          expect(await send({ caller: await caller(), request })).to.deep.equal({ refused: 'invalid_pin' })
        }
        expect(await guess('4071')).to.equal('pin_locked')
      },
    },
  )

  rule('6.21', 'each lock is reported once, with its account and without the PIN', async () => {
    const { guess, clock, account, locks } = await openGuessing()
    await lock(guess)
    await guess('4071')
    const until = clock.nowMs() + 15 * minuteMs
    expect(locks).to.deep.equal([{ accountId: account.id, because: 'five_in_a_row', untilMs: until }])
    clock.forwardMs(15 * minuteMs)
    await guess('4071')
    await guessWrong(guess, 4)
    await guess('4071')
    await guess('9999')
    expect(locks.slice(1)).to.deep.equal([
      { accountId: account.id, because: 'ten_in_a_day', untilMs: clock.nowMs() + 15 * minuteMs },
    ])
  })

  rule(
    '6.22',
    'wrong PINs counted while the clock was ahead still count after it is put back, for a day at most',
    async () => {
      const { guess, clock } = await openGuessing()
      clock.jumpMs(365 * dayMs)
      await guessWrong(guess, 8)
      await guess('4071')
      clock.jumpMs(-365 * dayMs)
      await guessWrong(guess, 1)
      expect(await guess('4071')).to.equal('opened')
      clock.forwardMs(dayMs)
      await guessWrong(guess, 9)
      expect(await guess('4071')).to.equal('opened')
      await guess('9999')
      expect(await guess('4071')).to.equal('pin_locked')
    },
  )

  rule(
    '6.23',
    'a long lock that began while the clock was ahead lasts its whole time again, and no longer',
    async () => {
      const { guess, clock } = await openGuessing()
      await guessWrong(guess, 10)
      clock.jumpMs(365 * dayMs)
      expect(await guess('9999')).to.equal('invalid_pin')
      clock.jumpMs(-365 * dayMs)
      expect(await guess('4071')).to.equal('pin_locked')
      clock.forwardMs(30 * minuteMs - 1)
      expect(await guess('4071')).to.equal('pin_locked')
      clock.forwardMs(1)
      expect(await guess('4071')).to.equal('opened')
    },
  )
})
