import { expect } from 'chai'
import sinon from 'sinon'
import { changeAccount, createAccount, isRefusal } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { writesTo } from '../../../fixtures/writes.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { guessFiveTimes, lock, minuteMs, openGuessing } from './guessing.ts'

describe('6 PINs', () => {
  refusal('6.1', 'invalid_pin', 'a payout is accepted only with the account’s PIN', async () => {
    const { guess } = await openGuessing()
    expect(await guess('1235')).to.equal('invalid_pin')
    expect(await guess('4071')).to.equal('opened')
  })

  rule(
    '6.2',
    'four wrong PINs in a row do not lock the PIN, the fifth does',
    table(
      ['wrong PINs in a row', 'answer to the right PIN'],
      [
        [4, 'opened'],
        [5, 'pin_locked'],
        [6, 'pin_locked'],
      ],
      async (wrong, answer) => {
        const { guess } = await openGuessing()
        for (let nth = 1; nth <= wrong; nth += 1) {
          expect(await guess(`${nth}000`)).to.equal(nth <= 5 ? 'invalid_pin' : 'pin_locked')
        }
        expect(await guess('4071')).to.equal(answer)
      },
    ),
  )

  rule(
    '6.3',
    'a lock ends after 15 minutes, and not before',
    table(
      ['milliseconds after the lock', 'answer to the right PIN'],
      [
        [15 * minuteMs - 1, 'pin_locked'],
        [15 * minuteMs, 'opened'],
        [15 * minuteMs + 1, 'opened'],
      ],
      async (afterMs, answer) => {
        const { guess, clock } = await openGuessing()
        await lock(guess)
        clock.forwardMs(afterMs)
        expect(await guess('4071')).to.equal(answer)
      },
    ),
  )

  rule('6.4', 'while the PIN is locked nothing is compared or counted', async () => {
    const { guess, clock, ports } = await openGuessing()
    await lock(guess)
    const matches = sinon.spy(ports.secrets, 'matches')
    try {
      for (let again = 0; again < 20; again += 1) await guess('9999')
      expect(matches.callCount).to.equal(0)
    } finally {
      matches.restore()
    }
    clock.forwardMs(15 * minuteMs)
    expect(await guess('4071')).to.equal('opened')
  })

  rule('6.5', 'after a lock the count of wrong PINs starts again from zero', async () => {
    const { guess, clock } = await openGuessing()
    await lock(guess)
    clock.forwardMs(15 * minuteMs)
    for (const pin of ['1111', '2222', '3333', '4444']) await guess(pin)
    expect(await guess('4071')).to.equal('opened')
  })

  rule(
    '6.6',
    'an opened payout resets the count of wrong PINs in a row, and a right PIN in a request that a later rule refuses does not',
    table(
      ['between four wrong PINs and a fifth', 'answer', 'answer to the right PIN after it'],
      [
        ['a payout', 'opened', 'opened'],
        ['a payout of more than the balance', 'insufficient_balance', 'pin_locked'],
        ['a payout under a used reference', 'duplicate_reference', 'pin_locked'],
      ],
      async (between, answer, then) => {
        const { guess, send, caller, payout } = await openGuessing()
        await guess('4071')
        for (const pin of ['1111', '2222', '3333', '4444']) await guess(pin)
        const amount = between.endsWith('balance') ? 100_001 : 500
        const reference = between.endsWith('reference') ? 'guess-1' : payout.reference
        const given = await send({ caller: await caller(), request: { ...payout, amount, reference } })
        expect(isRefusal(given) ? given.refused : 'opened').to.equal(answer)
        expect(await guess('5555')).to.equal('invalid_pin')
        expect(await guess('4071')).to.equal(then)
      },
    ),
  )

  rule('6.7', 'a PIN that is not 4 to 6 digits is wrong, but not a guess: it is neither compared nor counted', {
    'sent five times, and then the right PIN': table(
      ['PIN', 'answer', 'answer to the right PIN'],
      [
        ['123', 'invalid_pin', 'opened'],
        ['0000', 'invalid_pin', 'pin_locked'],
        ['000000', 'invalid_pin', 'pin_locked'],
        ['1234567', 'invalid_pin', 'opened'],
        ['12a4', 'invalid_pin', 'opened'],
        [' 4071', 'invalid_pin', 'opened'],
        ['１２３４', 'invalid_pin', 'opened'],
      ],
      (pin, answer, then) => guessFiveTimes(pin, answer, then),
    ),
    'a line break behind it': () => guessFiveTimes('4071\n', 'invalid_pin', 'opened'),
    '9,000 characters': () => guessFiveTimes('x'.repeat(9_000), 'invalid_pin', 'opened'),
  })

  rule('6.8', 'a new PIN ends the lock', async () => {
    const { guess, ports, account } = await openGuessing()
    await lock(guess)
    await changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin: '770431' } })
    expect(await guess('770431')).to.equal('opened')
  })

  rule('6.9', 'a lock that began while the clock was ahead lasts 15 minutes from the next PIN', async () => {
    const { guess, clock } = await openGuessing()
    const yearMs = 365 * 24 * 3_600_000
    clock.jumpMs(yearMs)
    for (let wrong = 0; wrong < 5; wrong += 1) await guess('0000')
    clock.jumpMs(-yearMs)
    expect(await guess('4071')).to.equal('pin_locked')
    clock.forwardMs(15 * 60_000 - 1)
    expect(await guess('4071')).to.equal('pin_locked')
    clock.forwardMs(1)
    expect(await guess('4071')).to.equal('opened')
  })

  rule('6.10', 'only five of many wrong PINs at once are compared', async () => {
    const { guess, ports } = await openGuessing()
    const matches = sinon.spy(ports.secrets, 'matches')
    try {
      await Promise.all(Array.from({ length: 200 }, (_, index) => guess(String(2000 + index))))
      expect(matches.callCount).to.equal(5)
    } finally {
      matches.restore()
    }
    expect(await guess('4071')).to.equal('pin_locked')
  })

  rule('6.11', 'a PIN sealed for one account does not match for another', async () => {
    const { ports, account } = await openCore()
    const sealed = ports.secrets.seal(account.id, '4071')
    expect(ports.secrets.matches(account.id, '4071', sealed)).to.equal(true)
    expect(ports.secrets.matches('another account', '4071', sealed)).to.equal(false)
  })

  rule(
    '6.12',
    'the PIN itself is not stored, and the stored form reveals nothing without the operator’s PIN key',
    async () => {
      const { ports, account } = await openCore({ pin: '739164' })
      expect(withoutIds(JSON.stringify(account))).not.to.include('739164')
      const one = ports.secrets.seal(account.id, '4071')
      const other = ports.secrets.seal(account.id, '4071')
      expect(one.mac).not.to.equal(other.mac)
    },
  )

  rule('6.13', 'checking a PIN writes only when the count of wrong PINs changes', async () => {
    const { guess, clock, ports, account } = await openGuessing()
    const { counted } = writesTo(ports.books)
    const pinId = account.pin?.id
    await guess('4071')
    expect(counted).to.deep.equal([])
    await guess('9999')
    for (let again = 0; again < 3; again += 1) await guess('4071')
    const wrongAtMs = [clock.nowMs()]
    expect(counted.splice(0)).to.deep.equal([
      { pinId, failures: 1, wrongAtMs, locks: 0, lockedUntilMs: null },
      { pinId, failures: 0, wrongAtMs, locks: 0, lockedUntilMs: null },
    ])
    await lock(guess)
    expect(counted.splice(0)).to.have.length(5)
    for (const pin of ['4071', '9999']) await guess(pin)
    expect(counted).to.deep.equal([])
  })

  rule(
    '6.14',
    'a PIN of one digit alone, or of digits that run up or down, cannot be set',
    table(
      ['PIN', 'answer'],
      [
        ['0000', 'guessable_pin'],
        ['99999', 'guessable_pin'],
        ['555555', 'guessable_pin'],
        ['1234', 'guessable_pin'],
        ['34567', 'guessable_pin'],
        ['456789', 'guessable_pin'],
        ['4321', 'guessable_pin'],
        ['98765', 'guessable_pin'],
        ['654321', 'guessable_pin'],
        ['567890', 'guessable_pin'],
        ['0987', 'guessable_pin'],
        ['0001', 'set'],
        ['1235', 'set'],
        ['2345678', 'malformed_pin'],
        ['4322', 'set'],
        ['2468', 'set'],
        ['121212', 'set'],
      ],
      async (pin, answer) => {
        const { ports, account } = await openCore()
        const before = await ports.accounts.byId(account.id)
        const answers = [
          await createAccount(ports)({ by: 'amina', name: 'Soko', pin }),
          await changeAccount(ports)({ by: 'amina', accountId: account.id, settings: { pin, kyc: 'incomplete' } }),
        ]
        for (const given of answers) expect(isRefusal(given) ? given.refused : 'set').to.equal(answer)
        if (answer !== 'set') expect(await ports.accounts.byId(account.id)).to.deep.equal(before)
      },
    ),
  )
})
