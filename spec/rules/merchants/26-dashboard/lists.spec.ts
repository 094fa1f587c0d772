import { expect } from 'chai'
import { pauseNetwork, resumeNetwork } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: lists of payments', () => {
  const description = '=2+3 for Soko'

  /** An owner with a payout that has succeeded and one that has failed. */
  async function openList() {
    const { userOf, pay } = await openDashboard()
    const { get } = await userOf()
    await pay('succeeds', { reference: 'wages-1', description })
    await pay('declines', { reference: 'wages-2' })
    const list = (query: string) => get(`/dashboard/transactions${query}`)
    const file = async (query: string) => (await get(`/dashboard/transactions.csv${query}`)).body
    return { get, list, file }
  }

  /** The titles of a page's columns, and the links and chosen boxes of it. */
  const titlesIn = (body: string) =>
    [...(/<thead>(.*?)<\/thead>/s.exec(body)?.[1] ?? '').matchAll(/<th[^>]*>([^<]+)/g)].map(([, title]) => title).join()
  const linkIn = (body: string, text: string) =>
    new RegExp(`href="([^"]*)"[^>]*>${text}<`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const tickedIn = (body: string) =>
    [...body.matchAll(/<input type="checkbox" name="columns" value="([a-z]+)" checked/g)].map(([, name]) => name).join()

  const usual = 'Reference,Kind,Phone number,Opened,State,Amount'

  rule('26.42', 'the address of a list of payments chooses its columns, on the page and in its file', {
    '': table(
      ['query', 'columns', 'columns of the file'],
      [
        [
          '',
          usual,
          'created_at,day,transaction_id,reference,kind,state,phone_number,network,currency,amount,fee,network_receipt',
        ],
        ['?columns=state', 'Reference,State,Amount', 'reference,state,currency,amount'],
        [
          '?columns=description&columns=state&columns=reason',
          'Reference,State,Reason,Description,Amount',
          'reference,state,currency,amount,reason,description',
        ],
        [
          '?columns=id&columns=fee&columns=receipt&columns=changed',
          'Reference,Changed,Network receipt,Fee,Transaction,Amount',
          'transaction_id,reference,currency,amount,fee,network_receipt,updated_at',
        ],
        ['?columns=state&columns=shoes', 'Reference,State,Amount', 'reference,state,currency,amount'],
      ],
      async (query, titles, ofFile) => {
        const { list, file } = await openList()
        const { body, statusCode } = await list(query)
        expect(statusCode).to.equal(200)
        expect(titlesIn(body)).to.equal(titles)
        expect((await file(query)).split('\r\n')[0]).to.equal(`\ufeff${ofFile}`)
      },
    ),
    'the usual ones, or unknown ones, are no choice': async () => {
      const { list, file } = await openList()
      const columns = 'columns=kind&columns=phone&columns=opened&columns=state'
      for (const query of ['?columns=shoes', '?columns=', `?${columns}`]) {
        const { body } = await list(query)
        expect(titlesIn(body)).to.equal(usual)
        expect(linkIn(body, 'All of these as CSV')).to.equal('/dashboard/transactions.csv')
        expect(tickedIn(body)).to.equal('kind,phone,opened,state')
        expect(body).not.to.include('<details class="columns" open')
        expect(await file(query)).to.equal(await file(''))
      }
    },
    'links and the form keep them, beside the filters': async () => {
      const { list } = await openList()
      const { body } = await list('?columns=reason&columns=state&state=failed')
      expect(tickedIn(body)).to.equal('state,reason')
      expect(body).to.include('<details class="columns" open')
      const to = linkIn(body, 'All of these as CSV')
      expect(to).to.equal('/dashboard/transactions.csv?state=failed&columns=state&columns=reason')
      expect(linkIn(body, 'Open')).to.equal('/dashboard/transactions?columns=state&columns=reason&state=open')
    },
    'cells that no head is shown for on a phone have their names, and formulas become text': async () => {
      const { list, file } = await openList()
      const { body } = await list('?columns=description&columns=reason&columns=state')
      expect(body).to.include(`<td data-name="Description">${description}</td>`)
      expect(body.match(/data-name="Description"/g)).to.have.length(1)
      expect(body).to.match(/<td data-name="Reason">[^<]+<\/td>/)
      expect(body).not.to.include('data-name="State"')
      expect(await file('?columns=description')).to.include(`wages-1,UGX,5000,'${description}\r\n`)
    },
    'a page with further columns has 25 payments, others 50': async () => {
      const { userOf, pay } = await openDashboard()
      const { get } = await userOf()
      for (let n = 1; n <= 51; n += 1) await pay('succeeds', { reference: `wages-${n}`, amount: 500 })
      const { body } = await get('/dashboard/transactions?columns=fee')
      expect(body.match(/<th scope="row">/g)).to.have.length(25)
      expect((await get(linkIn(body, 'Older'))).body)
        .to.include('>wages-26<')
        .and.not.include('>wages-27<')
      for (const query of ['', '?columns=state'])
        expect((await get(`/dashboard/transactions${query}`)).body.match(/<th scope="row">/g)).to.have.length(50)
    },
    'of all accounts, too': async () => {
      const { nakato, pay } = await openTwoOperators()
      await pay('succeeds', { reference: 'wages-1', description: 'for Soko' })
      const { body } = await nakato.get('/operator/payments?columns=description')
      expect(titlesIn(body)).to.equal('Reference,Account,Description,Amount')
      expect(body).to.include('>for Soko<')
    },
  })

  rule('26.43', 'links above a list of payments lead to its usual views, each an address with its filters', {
    'of an account': async () => {
      const { get, list } = await openList()
      const { body } = await list('')
      const shown = async (name: string) => {
        const view = await get(linkIn(body, name))
        expect(view.body).to.match(new RegExp(`<a [^>]*aria-current="page"[^>]*>${name}<`))
        return ['wages-1', 'wages-2'].filter((reference) => view.body.includes(`>${reference}<`)).join()
      }
      expect(await shown('Sent today')).to.equal('wages-1')
      expect(await shown('Failed this month')).to.equal('wages-2')
      for (const name of ['Open', 'Collected today', 'Refunded this month'])
        expect(await shown(name), name).to.equal('')
      const [, views] = /<nav class="views"[^>]*>(.*?)<\/nav>/s.exec((await list('?state=open&kind=payout')).body) ?? []
      expect(views).to.include('>Open<').and.not.include('aria-current')
    },
    'of all accounts': async () => {
      const { nakato, inDoubt, pay } = await openTwoOperators()
      await inDoubt(700)
      await pay('declines', { reference: 'wages-2' })
      const { body } = await nakato.get('/operator/payments')
      const shown = async (name: string) => {
        const view = await nakato.get(linkIn(body, name))
        return ['doubt-1', 'wages-2'].filter((reference) => view.body.includes(`>${reference}<`)).join()
      }
      expect(await shown('Needs attention')).to.equal('doubt-1')
      expect(await shown('Open')).to.equal('doubt-1')
      expect(await shown('Failed today')).to.equal('wages-2')
      expect(await shown('Failed yesterday')).to.equal('')
    },
  })

  rule('26.44', 'the payments of all accounts can be counted and added up by kind and state', async () => {
    const { nakato, pay } = await openTwoOperators()
    await pay('succeeds', { reference: 'wages-1', amount: 700 })
    await pay('succeeds', { reference: 'wages-2', amount: 800 })
    await pay('declines', { reference: 'wages-3' })
    const { body } = await nakato.get('/operator/payments?state=succeeded')
    const to = linkIn(body, 'Count and add up all of these')
    const text = textOf(await nakato.get(to))
    expect(text).to.include('sent succeeded 2 UGX 1,500').and.not.include('Count and add up')
    expect(textOf(await nakato.get('/operator/payments?totals=1'))).to.include('sent failed 1 UGX 5,000')
  })

  rule('26.45', 'the pages of events, and of all actions, lead to the newest and to the oldest of them', {
    events: async () => {
      const { userOf, pay } = await openDashboard()
      const { get } = await userOf()
      for (let n = 1; n <= 110; n += 1) await pay('succeeds', { reference: `wages-${n}`, amount: 500 })
      const first = await get('/dashboard/events')
      const [older, oldest] = [await get(linkIn(first.body, 'Older')), await get(linkIn(first.body, 'Oldest'))]
      expect(first.body).not.to.include('>Newest<')
      expect(oldest.body)
        .to.match(/<th scope="row"[^>]*>50</)
        .and.match(/<th scope="row"[^>]*>1</)
      expect(oldest.body).not.to.match(/>(Older|Oldest)</)
      for (const { body } of [older, oldest]) expect(linkIn(body, 'Newest')).to.equal('/dashboard/events')
      expect(linkIn(older.body, 'Oldest')).to.equal('/dashboard/events?before=51')
      const ofType = await get('/dashboard/events?type=payout.succeeded')
      expect(ofType.body).not.to.match(/>(Older|Oldest)</)
    },
    actions: async () => {
      const { ports, userOf, account } = await openDashboard()
      const { get } = await userOf('administrator')
      for (let n = 1; n <= 60; n += 1) {
        const request = { network: 'MTN', by: 'amina', because: `pause ${n}` }
        await (n % 2 ? pauseNetwork(ports)(request) : resumeNetwork(ports)(request))
      }
      const first = await get('/operator/actions')
      const oldest = await get(linkIn(first.body, 'Oldest'))
      expect(oldest.body)
        .to.match(/>1(<!-- -->)?\./)
        .and.match(/>50(<!-- -->)?\./)
      expect(linkIn(oldest.body, 'Newest')).to.equal('/operator/actions')
      expect((await get(`/operator/actions?account=${account.id}`)).body).not.to.include('>Oldest<')
    },
  })
})
