import { expect } from 'chai'
import { calendar, lowestIdAt } from '../../../../core/sente.ts'
import { openPayouts } from '../../../contracts/kit/bookActs.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const days = calendar({ timeZone: 'Africa/Kampala' })

/** An API in Kampala, with payouts shortly before and after midnight there, and one after midnight in UTC. */
async function openDays() {
  const api = await overHttp({ days })
  await openPayouts(api.ports, api.account.id, [
    { reference: 'before', id: lowestIdAt(Date.parse('2126-11-27T20:59:59.999Z')) },
    { reference: 'after', id: lowestIdAt(Date.parse('2126-11-27T21:30Z')) },
    { reference: 'later', id: lowestIdAt(Date.parse('2126-11-28T00:30Z')) },
  ])
  return api
}

describe('30 Days: over HTTP', () => {
  rule('30.4', 'a list or a statement reads days in the time zone of the account, or in `zone`, and names it', {
    'a list': table(
      ['query', 'zone', 'found'],
      [
        ['created_from=2126-11-28&created_to=2126-11-28', 'Africa/Kampala', 'later, after'],
        ['created_from=2126-11-27&created_to=2126-11-27', 'Africa/Kampala', 'before'],
        ['created_to=2126-11-27&zone=UTC&created_from=2126-11-27', 'UTC', 'after, before'],
        ['created_from=2126-11-28&zone=-09:00', '-09:00', ''],
        ['created_from=2126-11-28&zone=%2B03:00', '+03:00', 'later, after'],
        ['created_from=2126-11-28T00:00%2B03:00', 'Africa/Kampala', 'later, after'],
        ['created_to=today', 'Africa/Kampala', ''],
      ],
      async (query, zone, found) => {
        const { look } = await openDays()
        const data = dataOf(await look(`/transactions?${query}`)) as { transactions: { reference: string }[] }
        expect(data).to.include({ zone })
        expect(data.transactions.map(({ reference }) => reference).join(', ')).to.equal(found)
      },
    ),
    'a statement, whose CSV has its times there': async () => {
      const { look, authorization, clock } = await overHttp({ days })
      clock.forwardMs(20 * 3_600_000)
      expect(dataOf(await look('/statement?currency=UGX&from=2026-01-02&to=yesterday'))).to.deep.include({
        zone: 'Africa/Kampala',
        closing: { available: 100_000, held: 0 },
      })
      const row = async (query: string) => {
        const { text } = await look(`/statement?currency=UGX${query}`, { authorization, accept: 'text/csv' })
        return text.split('\r\n')[2]
      }
      expect(await row('')).to.match(/^2026-01-02T11:00:00\.000\+03:00,2026-01-02,balance_funded/)
      expect(await row('&zone=Pacific/Kiritimati')).to.match(/^2026-01-02T22:00:00\.000\+14:00,2026-01-02,/)
      expect(await row('&zone=Etc/GMT%2B12')).to.match(/^2026-01-01T20:00:00\.000-12:00,2026-01-01,/)
    },
  })

  rule(
    '30.5',
    'where the plus sign of an offset was lost, the answer says how it is written in a URL',
    table(
      ['query', 'parameter'],
      [
        ['created_from=2026-03-01T00:00:00+03:00', 'created_from'],
        ['created_to=2026-03-01T00:00+03:00', 'created_to'],
        ['zone=+03:00', 'zone'],
      ],
      async (query, parameter) => {
        const { look } = await overHttp()
        const answer = await look(`/transactions?${query}`)
        expect(answer.text).to.include(`Malformed fields: ${parameter} must be`)
        expect(answer.text).to.include('; in a URL the + of an offset is written %2B"')
      },
    ),
  )

  rule('30.6', 'a payment link that expires on a day is valid to the end of that day', {
    'the day, by its end': table(
      ['expires_at', 'ends'],
      [
        ['2026-01-02', '2026-01-02T21:00:00.000Z'],
        ['2026-12-01', '2026-12-01T21:00:00.000Z'],
        ['today', '2026-01-02T21:00:00.000Z'],
        ['this month', '2026-01-31T21:00:00.000Z'],
        ['2026-12-01T00:00:00+03:00', '2026-11-30T21:00:00.000Z'],
      ],
      async (expires_at, ends) => {
        const { postTo, bodies } = await overHttp({ days })
        const { apikey } = bodies['send-money']
        const link = {
          apikey,
          reference: 'order-17',
          amount: 5_000,
          currency: 'UGX',
          description: 'Coffee',
          expires_at,
        }
        const [made, again] = [await postTo('payment-links', link), await postTo('payment-links', link)]
        expect(made.status, made.text).to.equal(201)
        expect(dataOf(made)).to.include({ expires_at: ends })
        expect(again.headers['error-code']).to.equal('duplicate_link')
      },
    ),
    'a day that is over is refused': async () => {
      const { postTo } = await overHttp({ days })
      const link = { reference: 'order-17', amount: 5_000, currency: 'UGX', description: 'Coffee' }
      expectError(
        await postTo('payment-links', { ...link, expires_at: 'yesterday' }),
        400,
        'malformed_fields',
        'Malformed fields: expires_at must be in the future, and at most 366 days from now',
      )
    },
  })
})
