import { expect } from 'chai'
import { readPhoneNumber, readStoredNumber } from '../../../../adapters/written/phoneNumber.ts'
import { type Market, uganda } from '../../../../core/sente.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { dataOf, openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'
import { openCommandLine } from '../../operators/104-command-line/commandLine.ts'
import { forgotten, openCompared } from '../../operators/137-exceptions/compared.ts'

/** A market of two countries whose mobile numbers look alike. */
const twoCountries: Market = new Map([...uganda, ['RWF', { minimum: 1, maximum: 10, networks: [{ name: 'MTN' }] }]])

/** The number that was read, or the problem. */
async function readIn(written: string, market: Market = uganda): Promise<string> {
  const read = await readPhoneNumber(written, market)
  return 'problem' in read ? read.problem : read.phoneNumber
}

const waysOfWriting = [
  '0770000001',
  '770000001',
  '256770000001',
  '+256770000001',
  '00256770000001',
  '+256 770 000 001',
  '+256 (0) 770-000-001',
]

const inEveryWay = waysOfWriting.map((written): [string, string] => [written, '256770000001'])

describe('29 What people write: phone numbers', () => {
  rule(
    '29.5',
    'a phone number is read in every usual way of writing it, with the marks that a copy brings',
    table(
      ['written', 'read as'],
      [
        ...inEveryWay,
        ['000 256 770 000 001', '256770000001'],
        ['0770.000.001', '256770000001'],
        ['0770\u00a0000\u00a0001', '256770000001'],
        ['0770\u2011000\u2011001', '256770000001'],
        ['\u202a+256 770 000001\u202c', '256770000001'],
        ['\u2068+256770000001\u2069', '256770000001'],
        ['\u200e0770000001\u200b', '256770000001'],
        ["'0770000001", '256770000001'],
        ['254712345678', '254712345678'],
        ['00254 712 345678', '254712345678'],
        ['077000000', 'is not a phone number'],
        ['07700000012', 'is not a phone number'],
        ['0770000001 ext. 5', 'is not a phone number'],
        ['0770000001/0780000001', 'is not a phone number'],
        ['2.5677E+11', 'is not a phone number'],
        ['Soko', 'is not a phone number'],
        ['', 'is not a phone number'],
      ],
      async (written, read) => {
        expect(await readIn(written)).to.equal(read)
      },
    ),
  )

  rule('29.6', 'only a mobile number, or one with a prefix of a network, can have a wallet', {
    'in Uganda': table(
      ['written', 'read as'],
      [
        ['0710000001', '256710000001'],
        ['0312000001', '256312000001'],
        ['0392000001', '256392000001'],
        ['0414000001', 'is not a mobile number'],
        ['0200000001', 'is not a mobile number'],
        ['0800100001', 'is not a mobile number'],
        ['0901000001', 'is not a mobile number'],
        ['0900000001', 'is not a phone number'],
        ['0722000001', 'is not a phone number'],
      ],
      async (written, read) => {
        expect(await readIn(written)).to.equal(read)
      },
    ),
    'with the prefixes of an operator': table(
      ['prefix', 'written', 'read as'],
      [
        ['25620', '0200000001', '256200000001'],
        ['256722', '0722000001', '256722000001'],
        ['256722', '0723000001', 'is not a phone number'],
        ['256722', '072200001', 'is not a phone number'],
      ],
      async (prefix, written, read) => {
        const networks = [{ name: 'OWN', prefixes: [prefix] }]
        expect(await readIn(written, new Map([['UGX', { minimum: 1, maximum: 10, networks }]]))).to.equal(read)
      },
    ),
  })

  rule('29.7', 'a phone number that can be one of two countries is refused, and the answer says both', {
    '': table(
      ['written', 'read as'],
      [
        ['0788000001', 'can be 256788000001 or 250788000001: write the code of its country'],
        ['0750000001', '256750000001'],
        ['0722000001', '250722000001'],
        ['250788000001', '250788000001'],
        ['+256 788 000001', '256788000001'],
      ],
      async (written, read) => {
        expect(await readIn(written, twoCountries)).to.equal(read)
      },
    ),
    async 'unless a currency tells the country'() {
      for (const [currency, phoneNumber] of [
        ['UGX', '256788000001'],
        ['RWF', '250788000001'],
      ])
        expect(await readPhoneNumber('0788000001', twoCountries, currency)).to.deep.equal({ phoneNumber })
    },
    async 'in a look-up'() {
      const { look } = await overHttp({ lookUpMarket: () => ({ market: twoCountries }) })
      expectError(
        await look('/transactions?phone_number=0788000001'),
        400,
        'malformed_fields',
        'Malformed fields: phone_number can be 256788000001 or 250788000001: write the code of its country',
      )
    },
  })

  rule('29.8', 'the records of a phone number are found in every way of writing it', {
    'in the API': async () => {
      const api = await overHttp()
      await openPayment(api)
      for (const written of waysOfWriting) {
        const { transactions } = dataOf(await api.look(`/transactions?phone_number=${encodeURIComponent(written)}`))
        expect(transactions, written).to.have.length(1)
      }
    },
    async 'in commands'() {
      const { json, pay } = await openCommandLine()
      await pay()
      for (const written of waysOfWriting) {
        const listed = (await json('transaction', 'list', '--phone', written)).json
        const shown = (await json('personal-data', 'show', written)).json
        expect([listed.transactions, shown.transactions].map((found) => found.length)).to.deep.equal([1, 1])
      }
    },
    'on a page that records a payment': table(
      ['written', 'answer'],
      [...inEveryWay, ['077000000', '“077000000” is not a phone number']],
      async (phone_number, answer) => {
        const { nakato, found, entry, account, payment } = await openCompared()
        const { paths } = await found([(template, line) => ({ ...forgotten(template, line), phoneNumber: null })])
        const form = { account: account.id, reference: 'lost-1', because: 'ticket 4711', password, phone_number }
        const sent = await nakato.post(`${paths[0]}/record`, form)
        const { resolved } = await entry(paths[0])
        const recorded = resolved ? (await payment(resolved.transactionId ?? '')).phoneNumber : textOf(sent)
        expect(recorded).to.include(answer)
      },
    ),
    'numbers that have no wallet': table(
      ['written', 'read as'],
      [
        ['256990000001', '256990000001'],
        ['0414000001', '256414000001'],
        ['077000000', 'is not a phone number'],
      ],
      async (written, read) => {
        const found = await readStoredNumber(written, uganda)
        expect('problem' in found ? found.problem : found.phoneNumber).to.equal(read)
      },
    ),
  })
})
