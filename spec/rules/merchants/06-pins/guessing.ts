import { expect } from 'chai'
import { isRefusal, type PinLock } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'

/** A minute, in milliseconds. */
export const minuteMs = 60_000
/** A day, in milliseconds. */
export const dayMs = 24 * 60 * minuteMs

/** A core whose `guess` sends a payout with a PIN under a new reference, and returns the answer's code. */
export async function openGuessing() {
  const locks: PinLock[] = []
  const core = await openCore(
    { fund: [{ currency: 'UGX', amount: 100_000 }] },
    { pinLocked: (lock) => void locks.push(lock) },
  )
  let count = 0
  return {
    ...core,
    locks,
    async guess(pin: string): Promise<string> {
      count += 1
      const reference = `guess-${count}`
      const answer = await core.send({
        caller: await core.caller(),
        request: { ...core.payout, amount: 500, reference, pin },
      })
      return isRefusal(answer) ? answer.refused : 'opened'
    },
  }
}

/** Sends five wrong PINs in a row. */
export async function lock(guess: (pin: string) => Promise<string>) {
  for (const pin of ['1111', '2222', '3333', '4444', '5555']) await guess(pin)
}

/** Sends wrong PINs, one after another, with a right one before every fifth. */
export async function guessWrong(guess: (pin: string) => Promise<string>, times: number) {
  for (let nth = 1; nth <= times; nth += 1) {
    if (nth % 4 === 1) expect(await guess('4071')).to.equal('opened')
    expect(await guess(String(2000 + nth))).to.equal('invalid_pin')
  }
}

/** Sends a PIN five times, which locks the PIN if it counts. */
export async function guessFiveTimes(pin: string, answer: string, then: string) {
  const { guess } = await openGuessing()
  for (let nth = 1; nth <= 5; nth += 1) expect(await guess(pin)).to.equal(answer)
  expect(await guess('4071')).to.equal(then)
}
