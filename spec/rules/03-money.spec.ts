import { expect } from 'chai'
import { isKnownCurrency, isRefusal, toDecimal, toMajor, toMinor } from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { refusal, rule } from '../rule.ts'

async function answerTo(amount: number) {
  const { send, caller, payout } = await openCore({ fund: [{ currency: 'UGX', amount: 6_000_000 }] })
  const answer = await send(await caller(), { ...payout, amount })
  return isRefusal(answer) ? answer : answer.transaction.amountMinor
}

const belowMinimum = { refused: 'amount_below_minimum', currency: 'UGX', minimum: 500 }
const aboveMaximum = { refused: 'amount_above_maximum', currency: 'UGX', maximum: 5_000_000 }
const tooPrecise = { refused: 'amount_too_precise', currency: 'UGX', decimals: 0 }

describe('3 Money', () => {
  refusal('3.1', 'amount_below_minimum', 'the minimum amount in UGX is 500', async () => {
    expect(await answerTo(499)).to.deep.equal(belowMinimum)
    expect(await answerTo(500)).to.equal(500n)
    expect(await answerTo(501)).to.equal(501n)
  })

  refusal('3.2', 'amount_above_maximum', 'the maximum amount in UGX is 5000000', async () => {
    expect(await answerTo(4_999_999)).to.equal(4_999_999n)
    expect(await answerTo(5_000_000)).to.equal(5_000_000n)
    expect(await answerTo(5_000_001)).to.deep.equal(aboveMaximum)
  })

  rule('3.3', 'zero, negative amounts and what is not a number are below the minimum', async () => {
    for (const amount of [0, -0, -500, Number.NEGATIVE_INFINITY, Number.NaN, 5e-324, 499.9999999]) {
      expect(await answerTo(amount), String(amount)).to.deep.equal(belowMinimum)
    }
  })

  rule('3.4', 'an amount above the maximum is refused for that, whatever its size', async () => {
    for (const amount of [5_000_000.5, 1e21, 1.5e300, Number.POSITIVE_INFINITY]) {
      expect(await answerTo(amount), String(amount)).to.deep.equal(aboveMaximum)
    }
  })

  refusal(
    '3.5',
    'amount_too_precise',
    'UGX has no decimals: an amount with decimals is refused, never rounded',
    async () => {
      for (const amount of [500.5, 1000.01, 4_999_999.999999999]) {
        expect(await answerTo(amount), String(amount)).to.deep.equal(tooPrecise)
      }
      expect(await answerTo(1000.0)).to.equal(1000n)
    },
  )

  rule('3.6', 'an amount is converted to minor units digit by digit, without binary fractions', () => {
    expect(toMinor(1.1, 'USD')).to.equal(110n)
    expect(toMinor(1.15, 'USD')).to.equal(115n)
    expect(toMinor(0.29, 'USD')).to.equal(29n)
    expect(toMinor(1.005, 'USD')).to.equal(undefined)
    expect(toMinor(1e21, 'UGX')).to.equal(10n ** 21n)
    expect(toMinor(1e-7, 'USD')).to.equal(undefined)
    expect(toMinor(-12.5, 'USD')).to.equal(-1250n)
    expect(toMinor(Number.POSITIVE_INFINITY, 'USD')).to.equal(undefined)
  })

  rule('3.7', 'minor units convert back to the amount that they came from', () => {
    for (const amount of [0.01, 0.1, 1.15, 12, 499.99, 4_999_999.99]) {
      expect(toMajor(toMinor(amount, 'USD') ?? -1n, 'USD')).to.equal(amount)
    }
    expect(toDecimal(0n, 'USD')).to.equal('0.00')
    expect(toDecimal(5n, 'USD')).to.equal('0.05')
    expect(toDecimal(-5n, 'USD')).to.equal('-0.05')
    expect(toDecimal(5000n, 'UGX')).to.equal('5000')
  })

  rule('3.8', 'a currency has the decimals that ISO 4217 gives it', {
    none: () => {
      for (const currency of ['UGX', 'RWF', 'XAF', 'XOF', 'GNF', 'BIF']) {
        expect(toDecimal(1_250n, currency), currency).to.equal('1250')
      }
    },
    two: () => {
      const markets = 'GHS ZMW KES TZS MWK NGN CDF MGA SCR SZL ZAR LRD SSP SLE MZN BWP'
      const sandboxes = 'USD EUR'
      for (const currency of `${markets} ${sandboxes}`.split(' ')) {
        expect(toDecimal(1_250n, currency), currency).to.equal('12.50')
      }
    },
    'one that is not known has none, and is not guessed': () => {
      expect(isKnownCurrency('UGX')).to.equal(true)
      for (const currency of ['XYZ', 'ugx', '']) {
        expect(isKnownCurrency(currency), currency).to.equal(false)
        expect(() => toDecimal(1_250n, currency)).to.throw(RangeError, `unknown currency: ${currency}`)
      }
    },
  })
})
