import { expect } from 'chai'
import { calendar, createAccount, isRefusal } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { barsIn, chartsIn, figuresIn, namesIn } from '../../../fixtures/http/charts.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

const dayMs = 24 * hourMs

/** An account with payments of yesterday and today, and a function that asks for a page as one of its viewers. */
async function openCharts() {
  const dashboard = await openDashboard({}, { days: calendar({ timeZone: 'Africa/Kampala' }) })
  const { pay, clock, userOf } = dashboard
  await pay('succeeds', { reference: 'w-1', amount: 20_000 })
  clock.forwardMs(dayMs)
  await pay('succeeds', { reference: 'w-2', amount: 5_000 })
  await pay('declines', { reference: 'w-3', amount: 7_000 })
  await pay('accepts', { reference: 'w-4', amount: 1_000 })
  const viewer = await userOf('viewer')
  return { ...dashboard, get: viewer.get }
}

describe('33 Charts of an account', () => {
  rule(
    '33.1',
    'the page of charts draws each of the last 30 days: money in and out, payments, fees and the balance, and has the same figures as a table',
    async () => {
      const { get } = await openCharts()
      const page = await get('/dashboard/charts')
      const { body } = page
      expect(namesIn(body)).to.deep.equal([
        'Money in, and out below zero, UGX',
        'Balance with held money, UGX',
        'Payments: succeeded, and failed ones above',
        'Fees, UGX',
      ])
      const all = 'in UGX 0, out UGX 25,000; 2 of 3 succeeded; fees UGX 0; balance UGX 75,000'
      expect(chartsIn(body).map((label) => label.replace(/.*In all: /, ''))).to.deep.equal([all, all])
      const [, ...days] = [...new Set(figuresIn(body))].map((text) => text.replace(/^[^:]* 2026: /, ''))
      expect(days).to.have.length(29)
      expect(days.slice(-2)).to.deep.equal([
        'in UGX 0, out UGX 20,000; 1 of 1 succeeded; fees UGX 0; balance UGX 80,000',
        'in UGX 0, out UGX 5,000; 1 of 2 succeeded; fees UGX 0; balance UGX 75,000',
      ])
      expect(textOf(page)).to.match(/3 Jan 2026 UGX 0 UGX 5,000 1 of 2 succeeded UGX 0 UGX 75,000/)
    },
  )

  rule('33.2', 'the address chooses 13 weeks instead, each of seven days until today, and the currency', async () => {
    const { get } = await openCharts()
    const weeks = await get('/dashboard/charts?over=quarter&currency=UGX')
    expect(figuresIn(weeks.body)).to.have.length(2 * 13)
    expect(figuresIn(weeks.body)[12]).to.match(/^28 Dec 2025 – 3 Jan 2026: in UGX 0, out UGX 25,000; 2 of 3 succeeded;/)
    const unknown = await get('/dashboard/charts?over=century&currency=XYZ')
    expect([unknown.statusCode, figuresIn(unknown.body).length]).to.deep.equal([200, 2 * 30])
  })

  rule('33.3', 'money that goes out is drawn below zero, as high as its share of the scale', async () => {
    const { get } = await openCharts()
    const { body } = await get('/dashboard/charts')
    expect(barsIn(body, 'out'), 'down').to.deep.equal([72, 18])
    expect(barsIn(body, 'in')).to.deep.equal([])
  })

  rule('33.4', 'the page says so while not all payments are counted, and if none has ended', {
    'not all': async () => {
      const parts = [
        { fromMs: 0, toMs: dayMs, succeeded: 1, failed: 0, inMinor: 5n, outMinor: 0n, feesMinor: 0n, balanceMinor: 5n },
      ]
      const measureAccount = async () => ({ currency: 'UGX', isWhole: false, parts })
      const { userOf } = await openDashboard({}, {}, () => ({ measureAccount }))
      const shown = textOf(await (await userOf('viewer')).get('/dashboard/charts'))
      expect(shown).to.include('Not all payments of this time are counted yet')
    },
    none: async () => {
      const { userOf, ports } = await openDashboard()
      const other = await createAccount(ports)({ by: 'okello', name: 'Other', kyc: 'complete', activate: ['UGX'] })
      if (isRefusal(other)) throw new Error(other.message)
      const shown = textOf(await (await userOf('viewer', 'new', other.account.id)).get('/dashboard/charts'))
      expect(shown).to.include('No payment ended in this time').and.not.include('Not all')
    },
  })

  rule('33.5', 'the first page of an account draws the money in and out of the last 30 days, if any has moved', {
    moved: async () => {
      const { get } = await openCharts()
      const { body } = await get('/dashboard/')
      expect(chartsIn(body)).to.deep.equal([
        'Money in, and out below zero, UGX. In all: in UGX 0, out UGX 25,000; 2 of 3 succeeded; fees UGX 0; balance UGX 75,000',
      ])
      expect(figuresIn(body)).to.have.length(30)
      expect(body).to.include('href="/dashboard/charts?currency=UGX"')
    },
    'none moved': async () => {
      const { userOf } = await openDashboard()
      expect(chartsIn((await (await userOf('viewer')).get('/dashboard/')).body)).to.deep.equal([])
    },
  })

  rule(
    '33.6',
    'the charts are in the chosen language, with their days, amounts and figures',
    table(
      ['language', 'heading', 'figures', 'table'],
      [
        ['en', 'Charts', 'in UGX 0, out UGX 5,000; 1 of 2 succeeded;', 'Balance after'],
        [
          'lg',
          'Ebipande',
          'ezaayingira UGX 0, ezaafuluma UGX 5,000; 1 ku 2 kuwedde bulungi;',
          'Ezisigaddewo oluvannyuma',
        ],
        ['sw', 'Chati', 'zilizoingia UGX 0, zilizotoka UGX 5,000; 1 kati ya 2 yamefaulu;', 'Salio baadaye'],
        ['fr', 'Graphiques', 'entré 0 UGX, sorti 5 000 UGX ; 1 sur 2 réussis ;', 'Solde ensuite'],
      ],
      async (language, heading, figures, balance) => {
        const { ask, userOf } = await openCharts()
        const { cookie } = await userOf('viewer', 'reader')
        const page = await ask('dashboard/charts', { headers: { cookie, 'accept-language': language } })
        const text = textOf(page).replace(/\s+/g, ' ')
        expect(text).to.include(heading).and.include(balance)
        expect(figuresIn(page.body).at(-1)?.replace(/\s+/g, ' ')).to.include(figures)
      },
    ),
  )
})
