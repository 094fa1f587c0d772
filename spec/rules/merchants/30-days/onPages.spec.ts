import { expect } from 'chai'
import { lowestIdAt } from '../../../../core/sente.ts'
import { openPayouts } from '../../../contracts/kit/bookActs.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { openDashboard, password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

/** A payout of a moment. */
function at(reference: string, moment: string) {
  const createdAtMs = Date.parse(moment)
  return { reference, id: lowestIdAt(createdAtMs), createdAtMs }
}

/** Pages on 2 January in Kampala, with payments shortly before and after its midnight. */
async function openDays() {
  const dashboard = await openDashboard()
  await openPayouts(dashboard.ports, dashboard.account.id, [
    at('before', '2026-01-01T20:59:59.999Z'),
    at('after', '2026-01-01T21:30Z'),
    at('earlier', '2025-12-31T20:30Z'),
  ])
  return { ...dashboard, ...(await dashboard.userOf('owner')) }
}

const found = (body: string) =>
  [...body.matchAll(/(?:>|,)(before|after|earlier)(?:<|,)/g)].map(([, reference]) => reference).join(', ')

describe('30 Days: on pages', () => {
  rule('30.7', 'lists of the pages are filtered by the days that they show', {
    filters: table(
      ['address', 'found'],
      [
        ['from=2026-01-02&to=2026-01-02', 'after'],
        ['from=2026-01-01&to=2026-01-01', 'before'],
        ['to=2026-01-01', 'before, earlier'],
        ['days=today', 'after'],
        ['days=yesterday', 'before'],
        ['days=this+month', 'after, before'],
        ['days=last+month', 'earlier'],
        ['days=&from=&to=', 'after, before, earlier'],
      ],
      async (query, expected) => {
        const { get } = await openDays()
        expect(found((await get(`/dashboard/transactions?${query}`)).body)).to.equal(expected)
        expect(found((await get(`/dashboard/transactions.csv?${query}`)).body)).to.equal(expected)
      },
    ),
    'a file has the same days': async () => {
      const { get } = await openDays()
      const { body } = await get('/dashboard/transactions.csv?days=today')
      expect(body.split('\r\n')[1]).to.match(/^2026-01-02T00:30:00\.000\+03:00,2026-01-02,/)
      expect(textOf(await get('/dashboard/transactions?days=today'))).to.include('2 Jan 2026, 00:30')
      const statement = (await get('/dashboard/statement.csv?days=today')).body.split('\r\n')
      expect(statement[2]).to.match(/^2026-01-02T11:00:00\.000\+03:00,2026-01-02,balance_funded,/)
      expect((await get('/dashboard/statement.csv?days=yesterday')).body.split('\r\n')).to.have.length(3)
    },
    'another text is refused, by files too': table(
      ['page', 'address', 'says'],
      ['transactions', 'transactions.csv', 'statement', 'statement.csv'].flatMap((page) => [
        [page, 'to=2026-02-30', '“2026-02-30” is not a day'],
        [page, 'days=today&from=2026-01-01', 'Choose either days by a word, or a first and a last day'],
      ]) as [string, string, string][],
      async (page, query, says) => {
        const { get } = await openDays()
        const answer = await get(`/dashboard/${page}?${query}`)
        expect(answer.statusCode).to.equal(422)
        expect(textOf(answer)).to.include(says)
      },
    ),
  })

  rule('30.8', 'a link or a key until a day is valid to the end of that day, and its page names the day', {
    'a link': async () => {
      const { get, post, ask, clock } = await openDays()
      const form = {
        amount: '5000',
        said: 'UGX 5,000',
        currency: 'UGX',
        description: 'Coffee',
        uses: '1',
        reference: 'order-17',
      }
      const made = await post('/dashboard/links/new', { ...form, expires: '2026-01-03' })
      const { body } = await get(made.headers.location ?? '')
      const address = /\/pay\/\w+/.exec(body)?.[0] ?? ''
      expect(textOf(await get('/dashboard/links'))).to.include(' 3 Jan 2026 0 of 1 ')
      const open = async () => (await ask(address.slice(1))).body.includes('name="phone_number"')
      clock.forwardMs(37 * hourMs - 1)
      expect(await open()).to.equal(true)
      clock.forwardMs(1)
      expect(await open()).to.equal(false)
    },
    'a key': async () => {
      const { get, post, ports, user } = await openDays()
      const made = await post('/dashboard/settings/keys/new', {
        ...{ name: 'till', scope: 'collect', expires: '2026-01-03', password },
      })
      expect(made.statusCode).to.equal(200)
      const key = (await ports.accounts.byId(user.accountId ?? ''))?.keys.at(-1)
      expect(key?.expiresAtMs).to.equal(Date.parse('2026-01-03T21:00:00Z'))
      expect(textOf(await get('/dashboard/settings/keys'))).to.include(' 3 Jan 2026 ')
    },
  })
})
