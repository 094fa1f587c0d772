import { expect } from 'chai'
import { statementOf, withdrawFunds } from '../../../../core/sente.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'
import { openEventfulApi } from './eventfulApi.ts'

type Line = Record<'kind' | 'reference' | 'at', string> & {
  readonly amount: number
  readonly transaction_id: string | null
  readonly available_after: number
  readonly held_after: number
  readonly description: string | null
  readonly metadata: object
}
type Page = {
  readonly opening: object
  readonly lines: readonly Line[]
  readonly closing: object
  readonly next_cursor: string | null
}

async function pageOf({ look }: Api, query = ''): Promise<Page> {
  const answer = await look(`/statement?currency=UGX${query}`)
  expect(answer.status, answer.text).to.equal(200)
  return dataOf(answer) as Page
}

const malformed = (query: string, problem: string) => async () =>
  expectError(
    await (await overHttp()).look(`/statement?${query}`),
    400,
    'malformed_fields',
    `Malformed fields: ${problem}`,
  )

const moment =
  'a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month'

describe('10 Statements', () => {
  rule('10.1', 'a statement has a line for each movement of a balance, oldest first, with the balance after it', {
    'every kind of line': async () => {
      const api = await openEventfulApi()
      const { opening, lines, closing, next_cursor } = await pageOf(api)
      expect(
        lines.map(({ kind, reference, amount, available_after, held_after }) => [
          kind,
          reference,
          amount,
          available_after,
          held_after,
        ]),
      ).to.deep.equal([
        ['balance_funded', 'initial-UGX', 100_000, 100_000, 0],
        ['payout_held', 'sent', 0, 95_000, 5_000],
        ['payout_settled', 'sent', -5_000, 95_000, 0],
        ['payout_held', 'declined', 0, 90_000, 5_000],
        ['payout_released', 'declined', 0, 95_000, 0],
        ['collection_credited', 'asked', 5_000, 100_000, 0],
        ['payout_held', 'open', 0, 95_000, 5_000],
        ['balance_withdrawn', 'bank-1', -700, 94_300, 5_000],
      ])
      expect([opening, closing, next_cursor]).to.deep.equal([
        { available: 0, held: 0 },
        { available: 94_300, held: 5_000 },
        null,
      ])
      expect(closing).to.deep.equal(dataOf(await api.look('/balances')).UGX)
    },
    'to the letter': async () => {
      const api = await overHttp()
      const id = await openPayment(api)
      const { next_cursor } = await pageOf(api, '&limit=1')
      const answer = await api.look(`/statement?currency=UGX&limit=1&cursor=${next_cursor}`)
      expect(answer.text).to.equal(
        `{"status":"success","message":"Statement found","data":{"currency":"UGX","opening":{"available":100000,"held":0},"lines":[{"at":"2026-01-02T08:00:00.000Z","kind":"payout_held","payment_kind":"payout","amount":0,"available_change":-5000,"held_change":5000,"available_after":95000,"held_after":5000,"transaction_id":"${id}","reference":"order-1","phone_number":"256770000001","description":null,"metadata":{},"network_receipt":null,"network_reason":null}],"closing":{"available":95000,"held":5000},"next_cursor":null,"zone":"UTC"}}`,
      )
      expectHeaders(answer)
      expect(answer.headers.vary).to.equal('Accept')
    },
    'a transaction is named by its id, a funding by its reference alone': async () => {
      const api = await openEventfulApi()
      const { lines } = await pageOf(api)
      expect(lines[0]?.transaction_id).to.equal(null)
      const found = await api.look(`/transactions/${lines[1]?.transaction_id}`)
      expect(dataOf(found).reference).to.equal('sent')
    },
    'with the description and metadata of the payment': async () => {
      const api = await overHttp()
      const said = { description: 'Order 17', metadata: { order: '17' } }
      await openPayment(api, said)
      const { lines } = await pageOf(api)
      expect(lines.map(({ description, metadata }) => ({ description, metadata }))).to.deep.equal([
        { description: null, metadata: {} },
        said,
      ])
    },
    'with decimals': async () => {
      const posting = {
        accountId: 'x',
        currency: 'KES',
        from: 'funding',
        to: 'available',
        amountMinor: 1_250n,
      } as const
      const reported = { networkReceipt: null, networkReason: null }
      const called = {
        reference: 'bank-1',
        paymentKind: null,
        phoneNumber: null,
        description: null,
        metadata: {},
        ...reported,
      }
      const line = { posting: { ...posting, cause: { funding: 'bank-1' }, atMs: 0 }, ...called }
      const rows = { opening: { availableMinor: 5n, heldMinor: 10n }, postings: [line], previous: null, next: null }
      const { look } = await overHttp({ readStatement: async () => statementOf(rows) })
      const { opening, lines, closing } = dataOf(await look('/statement?currency=KES')) as Page
      expect([opening, lines[0]?.amount, closing]).to.deep.equal([
        { available: 0.05, held: 0.1 },
        12.5,
        { available: 12.55, held: 0.1 },
      ])
    },
    'a currency without movements': async () => {
      const api = await overHttp()
      expect(dataOf(await api.look('/statement?currency=RWF'))).to.deep.equal({
        ...{ currency: 'RWF', opening: { available: 0, held: 0 }, lines: [] },
        ...{ closing: { available: 0, held: 0 }, next_cursor: null, zone: 'UTC' },
      })
    },
    'another account has its own': async () => {
      const api = await openEventfulApi()
      const answer = await api.look('/statement?currency=UGX', await otherAccount(api))
      expect((dataOf(answer) as Page).lines).to.deep.equal([])
    },
  })

  rule('10.2', 'the opening balance of each page is the closing balance of the page before it', async () => {
    const api = await openEventfulApi()
    const whole = await pageOf(api)
    const lines: Line[] = []
    let closing: object = { available: 0, held: 0 }
    for (let cursor = ''; ; ) {
      const page = await pageOf(api, `&limit=3${cursor}`)
      expect(page.opening).to.deep.equal(closing)
      closing = page.closing
      lines.push(...page.lines)
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(lines).to.deep.equal(whole.lines)
    expect(closing).to.deep.equal(whole.closing)
  })

  rule(
    '10.3',
    'a period begins with the first line at its beginning or later, and ends before the first at its end',
    async () => {
      const api = await overHttp()
      for (const reference of ['bank-1', 'bank-2', 'bank-3']) {
        api.clock.forwardMs(24 * 3_600_000)
        await withdrawFunds(api.ports)({
          by: 'amina',
          accountId: api.account.id,
          currency: 'UGX',
          amount: 1,
          reference,
          because: 'asked',
        })
      }
      const references = async (query: string) => (await pageOf(api, query)).lines.map(({ reference }) => reference)
      expect(await references('&from=2026-01-04')).to.deep.equal(['bank-2', 'bank-3'])
      expect(await references('&to=2026-01-03')).to.deep.equal(['initial-UGX', 'bank-1'])
      expect(await references('&from=2026-01-03T08:00:00Z&to=2026-01-05T08:00:00Z')).to.deep.equal(['bank-1', 'bank-2'])
      expect(await references('&from=2026-02-01')).to.deep.equal([])
      expect((await pageOf(api, '&from=2026-01-04')).opening).to.deep.equal({ available: 99_999, held: 0 })
      expect((await pageOf(api, '&from=2026-02-01')).opening).to.deep.equal({ available: 99_997, held: 0 })
      const { next_cursor } = await pageOf(api, '&limit=1&to=2026-01-03')
      expect(await references(`&limit=1&to=2026-01-03&cursor=${next_cursor}`)).to.deep.equal(['bank-1'])
    },
  )

  rule('10.4', 'a malformed query is refused, with the valid form of each parameter', {
    'a currency': malformed('currency=ugx', 'currency must be the code of a currency'),
    'an unknown currency': malformed('currency=AAA', 'currency must be the code of a currency'),
    'a beginning': malformed('currency=UGX&from=tomorrow', `from must be ${moment}`),
    'an impossible day': malformed('currency=UGX&from=2026-02-30', `from must be ${moment}`),
    'an end': malformed('currency=UGX&to=2026-03-01T24:00Z', `to must be ${moment}`),
    'a limit': malformed('currency=UGX&limit=0', 'limit must be a whole number from 1 to 100'),
    'a cursor': malformed('currency=UGX&cursor=x', 'cursor must be the next_cursor of an earlier page'),
    'a cursor of nothing': malformed('currency=UGX&cursor=99999', 'cursor must be the next_cursor of an earlier page'),
    'something unknown': malformed('currency=UGX&after=1', 'after is not a parameter'),
  })
})
