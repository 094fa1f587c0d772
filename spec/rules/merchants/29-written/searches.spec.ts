import { expect } from 'chai'
import { lookedForText } from '../../../../adapters/written/lookedFor.ts'
import { readSearch } from '../../../../adapters/written/search.ts'
import {
  type Books,
  type Market,
  type SignedIn,
  searchSeenPayments,
  type TransactionPage,
} from '../../../../core/sente.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { dataOf, openPayment } from '../../../fixtures/http/lookUps.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp, refused } from '../../../stages/overHttp.ts'

const currency = { minimum: 1, maximum: 5_000_000, networks: [] }
const market: Market = new Map([['UGX', currency]])

const message = 'Y’ello. You have paid UGX 5,000 to Soko. Fee: UGX 100. Transaction ID 1000000002. From 256770000001.'

describe('29 What people write: searches', () => {
  rule(
    '29.9',
    'a searched text is understood in each way that it can mean, and the answer lists these',
    table(
      ['text', 'looked for'],
      [
        ['order-17', '“order-17” as a reference, an id or a receipt; “order-17” in references and descriptions'],
        ['  school   fees ', '“school fees” in references and descriptions'],
        ['ID 1000000002.', '1000000002 as a receipt; “ID 1000000002.” in references and descriptions'],
        [
          'TID MP261128.1234.A5',
          'MP261128.1234.A5 as a receipt; “TID MP261128.1234.A5” in references and descriptions',
        ],
        [
          '256770000001',
          '“256770000001” as a reference, an id or a receipt; the phone number 256770000001; the amount UGX 256770000001; “256770000001” in references and descriptions',
        ],
        ['+256 770-000 001', 'the phone number 256770000001; “+256 770-000 001” in references and descriptions'],
        ['0770 000 001', 'the phone number 256770000001; “0770 000 001” in references and descriptions'],
        ['…001', 'phone numbers that end in 001; “…001” in references and descriptions'],
        [
          '*0001',
          '“*0001” as a reference, an id or a receipt; phone numbers that end in 0001; “*0001” in references and descriptions',
        ],
        [
          '500',
          '“500” as a reference, an id or a receipt; phone numbers that end in 500; the amount UGX 500; “500” in references and descriptions',
        ],
        ['12', '“12” as a reference, an id or a receipt; the amount UGX 12'],
        ['Ugx 5,000', 'the amount UGX 5000; “Ugx 5,000” in references and descriptions'],
        ['1,000 to 5,000/=', 'amounts from UGX 1000 to UGX 5000; “1,000 to 5,000/=” in references and descriptions'],
        ['1000–5000', 'amounts from UGX 1000 to UGX 5000; “1000–5000” in references and descriptions'],
        [
          '500-100',
          '“500-100” as a reference, an id or a receipt; phone numbers that end in 500100; “500-100” in references and descriptions',
        ],
        [
          '500.000',
          '“500.000” as a reference, an id or a receipt; no amount, since “500.000” can mean UGX 500000 or 500: write digits alone, such as 500000; “500.000” in references and descriptions',
        ],
        ['1,500 001', 'UGX 1500 and phone numbers that end in 001; “1,500 001” in references and descriptions'],
        [
          'UGX 1500 …3001',
          'amounts from UGX 1500 to UGX 3001; UGX 1500 and phone numbers that end in 3001; “UGX 1500 …3001” in references and descriptions',
        ],
        [
          '20 000 431',
          'phone numbers that end in 20000431; the amount UGX 20000431; UGX 20000 and phone numbers that end in 431; “20 000 431” in references and descriptions',
        ],
        [
          message,
          '1000000002, 256770000001 as a receipt; UGX 5000 and the phone number 256770000001; UGX 100 and the phone number 256770000001',
        ],
        ['!', '“!” as a reference, an id or a receipt'],
        [' \u202a ', ''],
      ],
      async (text, lookedFor) => {
        const { lookedFor: meanings } = await readSearch(text, market)
        expect(meanings.map((one) => lookedForText(one)).join('; ')).to.equal(lookedFor)
      },
    ),
  )

  /** An account with four payments; the function resolves with the references that a search finds, newest first. */
  async function openSearch() {
    const api = await overHttp()
    const send = (given: object) => api.post('send-money', { ...api.bodies['send-money'], ...given })
    api.network.behaves('accepts')
    await send({
      reference: 'Order-17/A',
      amount: 500,
      description: 'School fees, term 1',
      phone_number: '256770000001',
    })
    await send({ reference: 'order-171', amount: 5_000, phone_number: '256770000011' })
    api.network.behaves('succeeds')
    await send({
      reference: 'wages-0001',
      amount: 1_500,
      description: 'ORDER 17 again, Soko’s',
      phone_number: '256771123001',
    })
    await send({ reference: 'wages-0002', amount: 500, phone_number: '256770000002' })
    const look = async (query: string) => dataOf(await api.look(`/transactions?${query}`))
    const found = async (query: string) => {
      const { transactions } = (await look(query)) as { transactions: { reference: string }[] }
      return transactions.map(({ reference }) => reference).join(' ')
    }
    return { ...api, look, found }
  }

  rule('29.10', 'look-ups find payments by a searched text, and show how it was understood', {
    '': table(
      ['query', 'found'],
      [
        ['q=order-17', 'order-171 Order-17/A'],
        ['q=ORDER', 'wages-0001 order-171 Order-17/A'],
        ['q=fees,%20TERM', 'Order-17/A'],
        ['q=soko%27s', 'wages-0001'],
        ['q=001', 'wages-0001 Order-17/A'],
        ['q=3001', 'wages-0001'],
        ['q=0770%20000%20011', 'order-171'],
        ['q=UGX%20500', 'wages-0002 Order-17/A'],
        ['q=1,000-5,000', 'wages-0001 order-171'],
        ['q=1,500%20001', 'wages-0001'],
        ['q=500%20*001', 'Order-17/A'],
        ['q=500%20011', ''],
        ['q=UGX%20500&state=succeeded', 'wages-0002'],
        ['q=order&currency=UGX&limit=1', 'wages-0001'],
        ['q=order&reference=order-171', 'order-171'],
        ['q=order-171&reference=wages-0002', ''],
        ['q=You%20sent%20UGX%201,500%20to%200771123001', 'wages-0001'],
        ['q=Sent:%20UGX%201,500%0D%0Ato%200771123001', 'wages-0001'],
        ['q=nothing', ''],
      ],
      async (query, expected) => {
        const { found } = await openSearch()
        expect(await found(query)).to.equal(expected)
      },
    ),
    'the meanings': async () => {
      const { look } = await openSearch()
      expect(await look('q=nothing')).to.deep.equal({
        transactions: [],
        next_cursor: null,
        zone: 'UTC',
        looked_for: ['“nothing” as a reference, an id or a receipt', '“nothing” in references and descriptions'],
      })
      expect(await look('limit=1')).not.to.have.property('looked_for')
    },
    'a receipt as it is quoted': async () => {
      const api = await overHttp()
      const seen = {}
      api.network.behaves('losesAnswer')
      api.network.answersEnquiry({ outcome: 'succeeded', seen, providerRef: 'p', networkReceipt: '1000000002' })
      await openPayment(api)
      for (const quoted of ['ID%201000000002.', '1000000002', 'TID:1000000002,'])
        expect(dataOf(await api.look(`/transactions?q=${quoted}`)).transactions, quoted).to.have.length(1)
      expect(dataOf(await api.look('/transactions?q=ID%201000000003.')).transactions).to.have.length(0)
    },
    'beside a phone number it is refused': refused(
      400,
      'malformed_fields',
      'Malformed fields: phone_number must be the only filter beside created_from and created_to',
      (api) => api.look('/transactions?q=order&phone_number=256770000001'),
    ),
    'a text of more than 1,000 characters is refused': refused(
      400,
      'malformed_fields',
      'Malformed fields: q must be 1 to 1000 characters without control characters, except line breaks and tabs',
      (api) => api.look(`/transactions?q=${'x'.repeat(1_001)}`),
    ),
  })

  rule('29.11', 'a page never goes below the place that the search of one meaning has come to', async () => {
    const [old, later] = [aPayout('a'), aPayout('a')]
    const pages: Readonly<Record<string, TransactionPage>> = {
      shoes: { transactions: [], next: later.id },
      socks: { transactions: [later, old], next: null },
    }
    const list = async ({ part = '' }) => pages[part] ?? { transactions: [], next: null }
    const search = searchSeenPayments({ books: { list } as unknown as Books })
    const who = { user: { accountId: 'a' } } as SignedIn
    const found = (...parts: string[]) => search({ who, sought: parts.map((part) => ({ part })), query: { limit: 9 } })
    expect(await found('socks')).to.deep.equal({ transactions: [later, old], next: null })
    expect(await found('shoes', 'socks')).to.deep.equal({ transactions: [later], next: later.id })
    expect(await found('shoes')).to.deep.equal({ transactions: [], next: later.id })
  })

  rule('29.12', 'a page that finds nothing shows for which meanings it has searched', {
    'of an account': async () => {
      const { userOf, pay } = await openDashboard()
      await pay('succeeds', { reference: 'wages-1', phoneNumber: '256770000123' })
      const { get } = await userOf('viewer')
      const found = await get('/dashboard/transactions?text=123')
      expect(found.body).to.include('>wages-1<').and.not.include('looked for')
      const { body } = await get('/dashboard/transactions?text=124')
      for (const line of [
        'phone numbers that end in 124',
        'the amount UGX 124',
        '“124” in references and descriptions',
      ])
        expect(body).to.include(`<li>${line}</li>`)
    },
    'of all accounts, where amounts and parts need an account': async () => {
      const { pay, nakato, account } = await openTwoOperators()
      await pay('succeeds', { reference: 'wages-1', phoneNumber: '256770000123' })
      const { body: everywhere } = await nakato.get('/operator/payments?text=wages')
      expect(everywhere).to.include('are searched for in one account only').and.not.include('>wages-1<')
      const { body: there } = await nakato.get(`/operator/payments?text=wages&account=${account.id}`)
      expect(there).to.include('>wages-1<').and.not.include('in one account only')
      expect((await nakato.get('/operator/payments?text=0123')).body).to.include('>wages-1<')
      expect((await nakato.get(`/operator/payments?text=x&account=${account.id}`)).body).not.to.include('account only')
    },
  })
})
