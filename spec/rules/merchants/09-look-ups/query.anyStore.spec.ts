import { expect } from 'chai'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const refused = (query: string, problems: string) => async () => {
  const { look } = await overHttp()
  expectError(await look(`/transactions?${query}`), 400, 'malformed_fields', `Malformed fields: ${problems}`)
}

const notOurs = [
  400,
  'malformed_fields',
  'Malformed fields: cursor must be the next_cursor of an earlier page',
] as const

const base64url = (text: string) => Buffer.from(text).toString('base64url')

const moment =
  'a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month'
const noMoments = [
  '',
  'tomorrow',
  '2026-3-1',
  '2026-02-30',
  '2026-13-01',
  '2026-03-01T08:00',
  '2026-03-01T25:00Z',
  '1772409600000',
]

const forms: Record<string, [words: string, bad: string[]]> = {
  limit: ['a whole number from 1 to 100', ['', '0', '101', '1000', '-1', '1.5', '1e1', '010', '+5', 'ten', '5%0A']],
  state: ['pending, succeeded or failed', ['', 'submitting', 'Pending', 'pending,failed', 'failed%0A']],
  kind: ['payout, collection or refund', ['', 'fund', 'PAYOUT']],
  currency: ['three capital letters', ['', 'ugx', 'UG', 'UGXX', 'U1X', 'UGX%20']],
  network: ['the name of a network', ['', 'mtn', 'M T N', 'X'.repeat(21)]],
  phone_number: [
    'a phone number, such as 0770000001 or 256770000001',
    ['', 'Soko', '077000000', '1234567', '1'.repeat(16), '7'.repeat(41)],
  ],
  created_from: [moment, noMoments],
  created_to: [moment, noMoments],
  zone: [
    'a time zone such as Africa/Kampala, or an offset such as +03:00',
    ['', 'Kampala', '%2B3', '%2B25:00', 'UTC%0A'],
  ],
  reference: ['1 to 100 visible ASCII characters', ['', 'a+b', '%C3%A9', '%00', 'x'.repeat(101)]],
}

describe('9 Look-ups: the query of transactions', () => {
  rule('9.9', 'a parameter of a wrong form is named with the valid form, without its value', {
    ...Object.fromEntries(
      Object.entries(forms).map(([name, [words, bad]]) => [
        name,
        async () => {
          for (const value of bad) await refused(`${name}=${value}`, `${name} must be ${words}`)()
        },
      ]),
    ),
    'the bounds of limit': table(
      ['limit', 'answer'],
      [
        [0, 'malformed_fields'],
        [1, 'found'],
        [2, 'found'],
        [99, 'found'],
        [100, 'found'],
        [101, 'malformed_fields'],
      ],
      async (limit, answer) => {
        if (answer !== 'found') return refused(`limit=${limit}`, 'limit must be a whole number from 1 to 100')()
        const { look } = await overHttp()
        expect((await look(`/transactions?limit=${limit}`)).status).to.equal(200)
      },
    ),
    'a phone number beside another filter': async () => {
      for (const other of ['state=failed', 'kind=payout', 'currency=UGX', 'network=MTN', 'reference=order-1'])
        await refused(
          `phone_number=256770000001&${other}`,
          'phone_number must be the only filter beside created_from and created_to',
        )()
    },
    several: refused(
      'state=x&limit=x&kind=payout',
      'limit must be a whole number from 1 to 100; state must be pending, succeeded or failed',
    ),
  })

  rule(
    '9.10',
    'an unknown or repeated parameter is named without its value, an unknown one with a known one that it may be',
    {
      unknown: refused('colour=red', 'colour is not a parameter'),
      'of another case': refused('State=failed', 'State is not a parameter; did you mean state?'),
      'a word of another': refused('from=2026-03-01', 'from is not a parameter; did you mean created_from?'),
      'unknown and twice': refused('colour=red&colour=blue', 'colour is not a parameter'),
      'known and twice': refused('state=failed&state=pending', 'state must be given once'),
      'known and twice the same': refused('limit=5&limit=5', 'limit must be given once'),
      'names of objects’ own': refused(
        '__proto__=1&constructor=2&hasOwnProperty=3',
        '__proto__ is not a parameter; constructor is not a parameter; hasOwnProperty is not a parameter',
      ),
      'after a thousand others': async () => {
        const { look } = await overHttp()
        const answer = await look(`/transactions?${'a&'.repeat(2_000)}last=1`)
        expect(answer.text).to.contain('last is not a parameter')
      },
    },
  )

  rule('9.11', 'a cursor that was not made for this account is refused', {
    'another account’s': async () => {
      const api = await overHttp()
      for (const reference of ['r1', 'r2']) await openPayment(api, { reference })
      const { next_cursor } = dataOf(await api.look('/transactions?limit=1'))
      expectError(await api.look(`/transactions?cursor=${next_cursor}`, await otherAccount(api)), ...notOurs)
    },
    forged: async () => {
      const api = await overHttp()
      const { look, account } = api
      const good = await openPayment(api)
      const olderForm = base64url(`${account.id} 1`)
      for (const cursor of ['', 'x', '*', '1', account.id, `${good}=`, `${good}%0A`, good.toUpperCase(), olderForm]) {
        expectError(await look(`/transactions?cursor=${cursor}`), ...notOurs)
      }
      expect((await look(`/transactions?cursor=${good}`)).status).to.equal(200)
    },
  })
})
