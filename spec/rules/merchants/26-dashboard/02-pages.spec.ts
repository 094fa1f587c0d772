import { expect } from 'chai'
import { createAccount, isRefusal, pauseNetwork } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: its pages', () => {
  rule('26.6', 'the first page shows the balances, the latest payments, and the reasons why payments are not taken', {
    'an account that pays': async () => {
      const { userOf, pay } = await openDashboard()
      const { get } = await userOf('viewer')
      await pay('accepts')
      const text = textOf(await get('/dashboard/'))
      expect(text).to.include('UGX 95,000').and.include('UGX 5,000 held for open payments').and.include('order-1')
      expect(text).not.to.include('no payments are accepted')
    },
    'a network takes none': async () => {
      const { userOf, ports } = await openDashboard()
      const { get } = await userOf('viewer')
      const said = 'MTN accepts no payouts in UGX now: new ones are refused.'
      expect(textOf(await get('/dashboard/'))).not.to.include(said)
      await pauseNetwork(ports)({ network: 'MTN', by: 'amina', because: 'the portal is being moved' })
      const text = textOf(await get('/dashboard/'))
      expect(text).to.include(said).and.not.include('amina').and.not.include('portal')
      expect(text).not.to.include('RWF')
    },
    'one that may not': async () => {
      const { userOf, change } = await openDashboard()
      const { get } = await userOf()
      await change((account) => ({ ...account, apiAccess: false, pin: null, kyc: 'incomplete' }))
      const text = textOf(await get('/dashboard/'))
      expect(text).to.include('The API access is off').and.include('No PIN is set').and.include('KYC is incomplete')
    },
  })

  /** Four payments, and those of them on a list. */
  async function openList() {
    const dashboard = await openDashboard()
    const { userOf, pay, ports } = dashboard
    const ended = await pay('succeeds', { reference: 'wages-1', phoneNumber: '256770000002' })
    await pay('accepts', { reference: 'wages-2' })
    await pay('succeeds', { reference: '=1+1' })
    const { get } = await userOf('viewer')
    const shown = async (query: string) => {
      const { body } = await get(`/dashboard/transactions${query}`)
      return ['wages-1', 'wages-2', '=1+1'].filter((reference) => body.includes(`>${reference}<`))
    }
    const payment = await ports.books.transaction(ended.id)
    return { ...dashboard, get, shown, id: ended.id, payment }
  }

  rule('26.7', 'payments are searched by any of their ids, and filtered by the address of the page', {
    '': table(
      ['searched', 'found'],
      [
        ['', 3],
        ['?text=wages-1', 1],
        ['?text=%20wages-1%20', 1],
        ['?text=256770000002', 1],
        ['?text=%2B256%20770%20000%20002', 1],
        ['?text=nothing', 0],
        ['?before=nothing', 0],
        ['?state=open', 1],
        ['?state=succeeded', 2],
        ['?state=failed', 0],
        ['?kind=payout', 3],
        ['?kind=collection', 0],
        ['?network=MTN', 3],
        ['?network=AIRTEL', 0],
        ['?from=2001-01-01&to=2001-01-02', 0],
        ['?to=2999-01-01', 3],
      ],
      async (query, found) => {
        const { shown } = await openList()
        expect(await shown(query)).to.have.length(found)
      },
    ),
    'by its id, and the network’s': async () => {
      const { shown, payment } = await openList()
      expect(await shown(`?text=${payment?.id}`)).to.deep.equal(['wages-1'])
      expect(await shown(`?text=${payment?.providerId}`)).to.deep.equal(['wages-1'])
      expect(await shown(`?text=${payment?.providerRef}`)).to.deep.equal(['wages-1'])
    },
    'by the number of its receipt': async () => {
      const { userOf, pay } = await openDashboard()
      const { get } = await userOf()
      const { afterAnswer } = await pay('accepts', { reference: 'wages-3' })
      await afterAnswer({ outcome: 'succeeded', seen: {}, providerRef: null, networkReceipt: '7788' })
      expect((await get('/dashboard/transactions?text=7788')).body).to.include('>wages-3<')
      expect((await get('/dashboard/transactions?text=7789')).body).not.to.include('>wages-3<')
    },
    'from every page, and once on the list itself': async () => {
      const { userOf } = await openDashboard()
      const [holder, operator] = [await userOf('viewer'), await userOf('administrator')]
      const searched = async (who: typeof holder, path: string) =>
        [
          ...(await who.get(path)).body.matchAll(
            /<form action="([^"]+)"[^>]*>(?:<label[^>]*>[^<]*)?<input[^>]*name="text"/g,
          ),
        ].map(([, action]) => action)
      for (const path of ['/dashboard/', '/dashboard/settings', '/dashboard/transactions'])
        expect(await searched(holder, path), path).to.deep.equal(['/dashboard/transactions'])
      for (const path of ['/operator/', '/operator/accounts', '/operator/payments'])
        expect(await searched(operator, path), path).to.deep.equal(['/operator/payments'])
    },
    'an impossible day gets a message': async () => {
      const { get } = await openList()
      const answer = await get('/dashboard/transactions?from=2026-02-30')
      expect(answer.statusCode).to.equal(422)
      expect(textOf(answer)).to.include('“2026-02-30” is not a day')
    },
  })

  rule(
    '26.8',
    'a list can be counted and added up by kind and state, and downloaded for a spreadsheet: in UTF-8, without formulas',
    async () => {
      const { get } = await openList()
      const added = textOf(await get('/dashboard/transactions?totals=1&state=succeeded'))
      expect(added).to.match(/sent succeeded 2 UGX 10,000 /)
      const { headers, body } = await get('/dashboard/transactions.csv?state=succeeded')
      const ofDay = await get('/dashboard/transactions.csv?from=2001-01-01&to=2001-01-02')
      expect(ofDay.headers['content-disposition']).to.include('transactions-from-2001-01-01-to-2001-01-02.csv')
      expect(headers['content-disposition']).to.equal('attachment; filename="transactions.csv"')
      const lines = body.trim().split('\r\n')
      expect(lines).to.have.length(3)
      expect(body[0]).to.equal('\ufeff')
      expect(lines[0]).to.match(/^created_at,day,transaction_id,reference,/)
      expect(body).to.include(",'=1+1,").and.include(',wages-1,').and.not.include('wages-2')
    },
  )

  rule('26.9', 'the page of a payment shows its details and its events, and reloads while it is open', {
    'an ended one': async () => {
      const { get, id } = await openList()
      const answer = await get(`/dashboard/transactions/${id}`)
      expect(textOf(answer)).to.include('UGX 5,000').and.include('Money held').and.include('Money settled')
      expect(answer.body).not.to.include('http-equiv="refresh"')
    },
    'an open one': async () => {
      const { userOf, pay } = await openDashboard()
      const { get } = await userOf()
      const { id } = await pay('accepts')
      const { body } = await get(`/dashboard/transactions/${id}`)
      expect(body).to.include('<noscript><meta http-equiv="refresh" content="5"/></noscript>')
    },
    'the time of the network’s answer, with the answer itself only for operators': async () => {
      const { userOf, pay } = await openDashboard()
      const [holder, operator] = [await userOf('owner'), await userOf('administrator')]
      const { id, afterAnswer } = await pay('accepts')
      const holders = async () => textOf(await holder.get(`/dashboard/transactions/${id}`))
      expect(await holders()).not.to.include('Reported by the network')
      await afterAnswer({ outcome: 'succeeded', providerRef: null, seen: {} })
      expect(await holders()).to.match(/Opened.*Money held.*Reported by the network.*Money settled.*Event written/)
      expect(await holders()).not.to.include('enquiry')
      expect(textOf(await operator.get(`/operator/payments/${id}`))).to.include('enquiry: succeeded')
    },
    'the network’s answers are for operators': async () => {
      const { userOf, pay } = await openDashboard()
      const [holder, operator] = [await userOf('owner'), await userOf('administrator')]
      const { id, afterAnswer } = await pay('accepts')
      await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
      expect(textOf(await holder.get(`/dashboard/transactions/${id}`))).not.to.include('another amount')
      expect((await operator.get(`/dashboard/transactions/${id}`)).statusCode).to.equal(404)
    },
  })

  rule(
    '26.10',
    'the statement has every movement by day, newest first, each payment in one row, and can be added up and downloaded',
    {
      '': async () => {
        const { get } = await openList()
        const text = textOf(await get('/dashboard/statement'))
        expect(text).to.match(/ funded [^ ]+ \+UGX 100,000 UGX 100,000 /)
        expect(text.indexOf('wages-2'), 'newest first').to.be.lessThan(text.indexOf('wages-1'))
        expect(text).to.match(
          / payout settled 256[0-9]{9} [^−]+: payout settled, UGX 5,000 [^−]+: held for a payout, −UGX 5,000 wages-1 −UGX 5,000 UGX /,
        )
        expect(textOf(await get('/dashboard/statement?totals=1'))).to.match(
          /funded 1 \+UGX 100,000 payout settled 2 −UGX 10,000 All \+UGX 90,000/,
        )
        const { body } = await get('/dashboard/statement.csv')
        expect(body.split('\r\n')[0]).to.match(/^\ufeffat,day,kind,payment_kind,currency,amount,balance_after/)
        expect(body.trim().split('\r\n')).to.have.length(8)
        expect((await get('/dashboard/statement.csv?after=3')).body, 'from a later page').to.equal(body)
        const workbook = await get('/dashboard/statement.xlsx')
        expect(workbook.headers['content-type']).to.equal(
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        )
        expect(workbook.headers['content-disposition']).to.equal('attachment; filename="statement-UGX.xlsx"')
        expect(workbook.body.slice(0, 2)).to.equal('PK')
        const forAccounts = await get('/dashboard/statement.ofx?from=2001-01-01')
        expect(forAccounts.headers['content-type']).to.equal('application/x-ofx')
        expect(forAccounts.headers['content-disposition']).to.include('"statement-UGX-from-2001-01-01.ofx"')
        const month = await get('/dashboard/statement.csv?days=2001-02')
        expect(month.headers['content-disposition']).to.include('statement-UGX-from-2001-02-01-to-2001-02-28.csv')
        expect(forAccounts.body).to.match(/^<\?xml /)
        expect(textOf(await get('/dashboard/statement?from=2001-01-01&to=2001-01-02'))).to.include('No money was moved')
      },
      'each page shows the balances before and after the whole period': async () => {
        const { userOf, pay, clock } = await openDashboard()
        const day = () => new Date(clock.nowMs() + 3 * 3_600_000).toISOString().slice(0, 10)
        await pay('succeeds', { reference: 'before' })
        clock.forwardMs(48 * 3_600_000)
        for (let n = 1; n <= 51; n++) await pay('succeeds', { reference: `wages-${n}`, amount: 500 })
        const within = day()
        clock.forwardMs(48 * 3_600_000)
        await pay('succeeds', { reference: 'after', amount: 500 })
        const { get } = await userOf()
        const first = await get(`/dashboard/statement?from=${within}&to=${within}`)
        const follow = (page: typeof first, text: string) => {
          const [, to = ''] = new RegExp(`href="([^"]*)">${text}<`).exec(page.body) ?? []
          return get(to.replaceAll('&amp;', '&'))
        }
        const older = await follow(first, 'Older')
        const [oldest, newest, newer] = [
          await follow(first, 'Oldest'),
          await follow(older, 'Newest'),
          await follow(older, 'Newer'),
        ]
        for (const page of [first, older, oldest])
          expect(textOf(page)).to.include('Before: UGX 95,000. After: UGX 69,500.')
        expect(textOf(first)).to.include('wages-51').and.not.include('wages-1 ')
        expect(textOf(older)).to.include('wages-1 ').and.not.include('wages-51')
        expect(textOf(oldest)).to.include('wages-1 ').and.include('wages-50').and.not.include('wages-51')
        // The foot has the address of its page, for the choice of a language.
        const mainOf = ({ body }: typeof first) => /<main.*<\/main>/s.exec(body)?.[0]
        for (const page of [newest, newer]) expect(mainOf(page)).to.equal(mainOf(first))
        expect(older.body).not.to.match(/>(Older|Oldest)</)
        expect(first.body).not.to.match(/>(Newer|Newest)</)
        expect(textOf(await get('/dashboard/statement'))).to.include('Before: UGX 0. After: UGX 69,000.')
      },
    },
  )

  rule('26.11', 'nobody sees another account: its pages and payments are not found', async () => {
    const { ports, userOf, id, payment } = await openList()
    const other = await createAccount(ports)({ by: 'okello', name: 'Other', kyc: 'complete', activate: ['UGX'] })
    if (isRefusal(other)) throw new Error(other.message)
    const { get } = await userOf('owner', 'stranger', other.account.id)
    expect((await get(`/dashboard/transactions/${id}`)).statusCode).to.equal(404)
    for (const text of ['wages-1', id, payment?.providerId, payment?.phoneNumber]) {
      expect((await get(`/dashboard/transactions?text=${text}`)).body).not.to.include('>wages-1<')
    }
    expect((await get('/dashboard/transactions.csv')).body.trim().split('\r\n')).to.have.length(1)
    expect(textOf(await get('/dashboard/statement'))).not.to.include('wages-1')
  })
})
