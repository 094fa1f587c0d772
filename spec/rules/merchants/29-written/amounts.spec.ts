import { expect } from 'chai'
import fc from 'fast-check'
import { readAmount } from '../../../../adapters/written/amount.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

/** The amount that was read, or the problem. */
function readIn(text: string, currency: string): number | string {
  const read = readAmount(text, currency)
  return 'problem' in read ? read.problem : read.amount
}

const threeDigits = 'has groups that are not of three digits: write digits alone, such as 1500000'

describe('29 What people write: amounts', () => {
  rule(
    '29.1',
    'an amount is read in groups of three, with the signs of its currency around it',
    table(
      ['amount', 'currency', 'read as'],
      [
        ['500', 'UGX', 500],
        ['0500', 'UGX', 500],
        ['500,000', 'UGX', 500_000],
        ['1,500,000', 'UGX', 1_500_000],
        ['1.500.000', 'UGX', 1_500_000],
        ['1 500 000', 'UGX', 1_500_000],
        ["1'500’000", 'UGX', 1_500_000],
        ['1\u00a0500\u202f000', 'UGX', 1_500_000],
        ['UGX 5,000', 'UGX', 5_000],
        ['Ugx5000', 'UGX', 5_000],
        ['Shs. 5,000', 'UGX', 5_000],
        ['5,000/=', 'UGX', 5_000],
        ['\u202a5000\u202c', 'UGX', 5_000],
        ['12.50', 'KES', 12.5],
        ['12,5', 'KES', 12.5],
        ['1,500.50', 'KES', 1_500.5],
        ['1.500,50', 'KES', 1_500.5],
        ['KSh 1 500,50', 'KES', 1_500.5],
      ],
      async (amount, currency, read) => {
        expect(readIn(amount, currency)).to.equal(read)
      },
    ),
  )

  rule(
    '29.2',
    'an amount that can mean two things, or none, is refused, and the answer says why',
    table(
      ['amount', 'currency', 'answer'],
      [
        ['500.000', 'UGX', '“500.000” can mean UGX 500000 or 500: write digits alone, such as 500000'],
        ['1.500', 'KES', '“1.500” can mean KES 1500 or 1.5: write digits alone, such as 1500'],
        ['12,50', 'UGX', '“12,50” has decimals, and UGX has none'],
        ['500.00', 'UGX', '“500.00” has decimals, and UGX has none'],
        ['1,5000', 'UGX', '“1,5000” has decimals, and UGX has none'],
        ['0,500', 'KES', '“0,500” has more decimals than the 2 of KES'],
        ['5,00,000', 'UGX', `“5,00,000” ${threeDigits}`],
        ['1,500,50', 'KES', `“1,500,50” ${threeDigits} or 1500000.50`],
        ["1,500'000", 'UGX', `“1,500'000” ${threeDigits}`],
        ['1,,500', 'UGX', '“1,,500” is not an amount'],
        ['5e3', 'UGX', '“5e3” is not an amount'],
        ['1000000000000000', 'UGX', '“1000000000000000” has more than 15 digits'],
        ['KES 5000', 'UGX', '“KES 5000” is not an amount in UGX'],
        ['-5000', 'UGX', '“-5000” is not an amount in UGX'],
        ['.50', 'KES', '“.50” is not an amount in KES'],
        ['5000.', 'UGX', '“5000.” is not an amount in UGX'],
        ['', 'UGX', '“” is not an amount in UGX'],
        ['5.000', 'constructor', '“5.000” can mean constructor 5000 or 5: write digits alone, such as 5000'],
      ],
      async (amount, currency, answer) => {
        expect(readIn(amount, currency)).to.equal(answer)
      },
    ),
  )

  rule('29.3', 'in each usual way of writing, an amount is read as itself or refused, never as another', () => {
    const locales = ['en-UG', 'en-IN', 'de', 'de-CH', 'fr', 'pt', 'es', 'sw', 'nl', 'sv']
    const currencies = { UGX: 0, KES: 2 } as const
    let understood = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.constantFrom('UGX', 'KES' as const),
        fc.oneof(fc.nat(), fc.nat(1_000_000), fc.nat(9_999)),
        fc.constantFrom('decimal', 'currency' as const),
        fc.nat(3),
        (locale, currency, minor, style, decimals) => {
          const amount = minor / 10 ** currencies[currency]
          const options = { style, currency, minimumFractionDigits: currency === 'UGX' ? 0 : Math.min(decimals, 2) }
          const written = new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 3 }).format(amount)
          const read = readAmount(written, currency)
          if ('problem' in read) return
          expect(read.amount, written).to.equal(amount)
          understood += 1
        },
      ),
      { numRuns: 2_000 },
    )
    expect(understood).to.be.above(1_000)
  })

  rule('29.4', 'a number in JSON is exact, or the body is refused', {
    numbers: table(
      ['amount', 'status'],
      [
        ['500', 201],
        ['5e2', 201],
        ['500.00000000000000000', 201],
        ['500.0000000000000e000', 201],
        ['499.99999999999999999', 400],
        ['500.00000000000000001', 400],
        ['5000000000000000001', 400],
      ],
      async (amount, status) => {
        const { payOut } = await overJson()
        const answer = await payOut(amount)
        expect(answer.status, answer.text).to.equal(status)
        if (status === 400)
          expect(answer.text).to.include('Body must have no number of more digits than a double holds')
      },
    ),
    async 'digits in texts are left alone'() {
      const { payOut } = await overJson()
      expect((await payOut('500', '"description":"499.99999999999999999"')).status).to.equal(201)
    },
  })
})

/** Sends payouts whose JSON is written by hand. */
async function overJson() {
  const api = await overHttp()
  const { amount: _, phoneNumber: phone_number, ...rest } = api.request
  return {
    payOut(amount: string, others = '"description":null') {
      const body = JSON.stringify({ ...rest, phone_number, pin: '4071' }).replace(
        /}$/,
        `,"amount":${amount},${others}}`,
      )
      const headers = { authorization: api.authorization, 'content-type': 'application/json' }
      return api.ask('POST', '/api/v1/send-money', headers, body)
    },
  }
}
