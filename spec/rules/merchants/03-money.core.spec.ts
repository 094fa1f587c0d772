import { expect } from 'chai'
import { isKnownCurrency, isRefusal, toDecimal, toMajor, toMinor } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { refusal, rule, table } from '../../rule.ts'

async function answerTo(amount: number) {
  const { send, caller, payout } = await openCore({ fund: [{ currency: 'UGX', amount: 6_000_000 }] })
  const answer = await send({ caller: await caller(), request: { ...payout, amount } })
  return isRefusal(answer) ? answer : answer.transaction.amountMinor
}

const refused: Record<string, object> = {
  amount_below_minimum: { refused: 'amount_below_minimum', currency: 'UGX', minimum: 500 },
  amount_above_maximum: { refused: 'amount_above_maximum', currency: 'UGX', maximum: 5_000_000 },
  amount_too_precise: { refused: 'amount_too_precise', currency: 'UGX', decimals: 0 },
}

/** Amounts with their answers: the code of a refusal, or opened with exactly that amount. */
const amounts = (rows: [amount: number, answer: string][]) =>
  table(['amount in UGX', 'answer'], rows, async (amount, answer) => {
    expect(await answerTo(amount)).to.deep.equal(refused[answer] ?? BigInt(amount))
  })

describe('3 Money', () => {
  refusal(
    '3.1',
    'amount_below_minimum',
    'the minimum amount in UGX is 500',
    amounts([
      [499, 'amount_below_minimum'],
      [500, 'opened'],
      [501, 'opened'],
    ]),
  )

  refusal(
    '3.2',
    'amount_above_maximum',
    'the maximum amount in UGX is 5000000',
    amounts([
      [4_999_999, 'opened'],
      [5_000_000, 'opened'],
      [5_000_001, 'amount_above_maximum'],
    ]),
  )

  rule(
    '3.3',
    'zero, negative amounts and values that are not numbers are below the minimum',
    amounts([
      [0, 'amount_below_minimum'],
      [-0, 'amount_below_minimum'],
      [-500, 'amount_below_minimum'],
      [Number.NEGATIVE_INFINITY, 'amount_below_minimum'],
      [Number.NaN, 'amount_below_minimum'],
      [5e-324, 'amount_below_minimum'],
      [499.9999999, 'amount_below_minimum'],
    ]),
  )

  rule(
    '3.4',
    'an amount above the maximum is refused for that, however large it is',
    amounts([
      [5_000_000.5, 'amount_above_maximum'],
      [1e21, 'amount_above_maximum'],
      [1.5e300, 'amount_above_maximum'],
      [Number.POSITIVE_INFINITY, 'amount_above_maximum'],
    ]),
  )

  refusal(
    '3.5',
    'amount_too_precise',
    'UGX has no decimals: an amount with decimals is refused, never rounded',
    amounts([
      [500.5, 'amount_too_precise'],
      [1000.01, 'amount_too_precise'],
      [4_999_999.999999999, 'amount_too_precise'],
      [1000.0, 'opened'],
    ]),
  )

  rule(
    '3.6',
    'an amount is converted to minor units digit by digit, without binary fractions',
    table(
      ['amount', 'currency', 'minor units'],
      [
        [1.1, 'USD', 110n],
        [1.15, 'USD', 115n],
        [0.29, 'USD', 29n],
        [1.005, 'USD', undefined],
        [1e21, 'UGX', 10n ** 21n],
        [1e-7, 'USD', undefined],
        [-12.5, 'USD', -1250n],
        [Number.POSITIVE_INFINITY, 'USD', undefined],
      ],
      (amount, currency, minor) => expect(toMinor(amount, currency)).to.equal(minor),
    ),
  )

  rule('3.7', 'minor units convert back to the same amount', () => {
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
    'an unknown one has none, and is not guessed': () => {
      expect(isKnownCurrency('UGX')).to.equal(true)
      for (const currency of ['XYZ', 'ugx', '']) {
        expect(isKnownCurrency(currency), currency).to.equal(false)
        expect(toMinor(12, currency), currency).to.equal(undefined)
        expect(() => toDecimal(1_250n, currency)).to.throw(RangeError, `unknown currency: ${currency}`)
      }
    },
  })
})
