import { expect } from 'chai'
import { lowestIdAt } from '../../../../core/sente.ts'
import { openPayouts } from '../../../contracts/kit/bookActs.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

/** The references on a page, and the beginning of the next. */
async function pageOf({ look }: Api, query = '', headers?: Record<string, string>) {
  const answer = await look(`/transactions${query}`, headers)
  expect(answer.status, answer.text).to.equal(200)
  const { transactions, next_cursor } = dataOf(answer) as {
    transactions: { reference: string }[]
    next_cursor: string | null
  }
  return { references: transactions.map(({ reference }) => reference), next: next_cursor }
}

async function openPayments(api: Api, count: number) {
  for (let index = 1; index <= count; index += 1) await openPayment(api, { reference: `r${index}`, amount: 500 })
}

/** An API with a payment of every kind and state. */
async function openVariedApi() {
  const api = await overHttp()
  const { network } = api
  network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
  for (const [reference, behaviour] of [
    ['sent', 'accepts'],
    ['in-doubt', 'losesAnswer'],
    ['done', 'succeeds'],
    ['over', 'declines'],
  ] as const) {
    network.behaves(behaviour)
    await openPayment(api, { reference, amount: 500 })
  }
  api.networks.AIRTEL?.behaves('succeeds')
  await openPayment(api, { reference: 'asked', network: 'AIRTEL', phone_number: '256750000001' }, 'collect-money')
  return api
}

const filtered = (query: string, references: string[]) => async () =>
  expect((await pageOf(await openVariedApi(), query)).references).to.deep.equal(references)

describe('9 Look-ups: transactions', () => {
  rule('9.6', 'transactions are listed newest first, and only the account’s own', {
    'each as in its own look-up': async () => {
      const api = await overHttp()
      const ids = [await openPayment(api), await openPayment(api, { reference: 'r2' }, 'collect-money')]
      const [older, newer] = await Promise.all(ids.map(async (id) => dataOf(await api.look(`/transactions/${id}`))))
      const answer = await api.look('/transactions')
      expect(answer.text).to.equal(
        `{"status":"success","message":"Transactions found","data":{"transactions":[${JSON.stringify(newer)},${JSON.stringify(older)}],"next_cursor":null,"zone":"UTC"}}`,
      )
      expectHeaders(answer)
    },
    'an account without any': async () => {
      const api = await overHttp()
      await openPayments(api, 2)
      const page = await pageOf(api, '', await otherAccount(api))
      expect(page).to.deep.equal({ references: [], next: null })
    },
  })

  rule('9.7', 'a page has 20 transactions, or the requested number, and says where the next page begins', {
    'exactly 20': async () => {
      const api = await overHttp()
      await openPayments(api, 20)
      const { references, next } = await pageOf(api)
      expect([references.length, next]).to.deep.equal([20, null])
    },
    'one more': async () => {
      const api = await overHttp()
      await openPayments(api, 21)
      const { references, next } = await pageOf(api)
      expect([references.length, references[0], references[19]]).to.deep.equal([20, 'r21', 'r2'])
      expect(await pageOf(api, `?cursor=${next}`)).to.deep.equal({ references: ['r1'], next: null })
    },
    'the most on one page': async () => {
      const api = await overHttp()
      await openPayments(api, 21)
      expect((await pageOf(api, '?limit=100')).references).to.have.length(21)
    },
    'one at a time, while new ones come': async () => {
      const api = await overHttp()
      await openPayments(api, 2)
      const first = await pageOf(api, '?limit=1')
      await openPayment(api, { reference: 'late' })
      const second = await pageOf(api, `?limit=1&cursor=${first.next}`)
      expect([first.references, second]).to.deep.equal([['r2'], { references: ['r1'], next: null }])
    },
    'with other accounts’ between them, and filters': async () => {
      const api = await overHttp()
      const other = await otherAccount(api)
      await openPayments(api, 3)
      const { next } = await pageOf(api, '?limit=1&kind=payout')
      expect((await pageOf(api, `?kind=payout&cursor=${next}`)).references).to.deep.equal(['r2', 'r1'])
      expect((await pageOf(api, '', other)).references).to.deep.equal([])
    },
  })

  rule(
    '9.8',
    'transactions are filtered by reference, state, kind, currency, network, and time, and must match every filter; or by phone number and time',
    {
      pending: filtered('?state=pending', ['in-doubt', 'sent']),
      succeeded: filtered('?state=succeeded', ['asked', 'done']),
      failed: filtered('?state=failed', ['over']),
      payouts: filtered('?kind=payout', ['over', 'done', 'in-doubt', 'sent']),
      collections: filtered('?kind=collection', ['asked']),
      'a currency': filtered('?currency=UGX', ['asked', 'over', 'done', 'in-doubt', 'sent']),
      'a network': filtered('?network=AIRTEL', ['asked']),
      'a network without any in this state': filtered('?network=AIRTEL&state=failed', []),
      'a phone number': filtered('?phone_number=256750000001', ['asked']),
      'a phone number without any': filtered('?phone_number=256750000002', []),
      'a reference': filtered('?reference=done', ['done']),
      'a reference that is not used': filtered('?reference=DONE', []),
      'all at once': filtered('?state=succeeded&kind=payout&currency=UGX&reference=done&limit=1', ['done']),
      'all but one': filtered('?state=failed&kind=payout&currency=UGX&reference=done', []),
      times: async () => {
        const api = await overHttp()
        await openPayouts(api.ports, api.account.id, [
          { reference: 'first', id: lowestIdAt(Date.parse('2126-03-01T12:00Z')) },
          { reference: 'second', id: lowestIdAt(Date.parse('2126-03-02T00:00Z')) },
          { reference: 'third', id: lowestIdAt(Date.parse('2126-03-02T12:00Z')) },
        ])
        const found = async (query: string) => (await pageOf(api, `?${query}`)).references
        expect(await found('created_from=2126-03-02')).to.deep.equal(['third', 'second'])
        expect(await found('created_to=2126-03-01')).to.deep.equal(['first'])
        expect(await found('created_from=2126-03-01&created_to=2126-03-02T12:00Z')).to.deep.equal(['second', 'first'])
        expect(await found('created_from=2126-03-02T03:00:00%2B03:00&state=pending')).to.deep.equal(['third', 'second'])
        expect(await found('created_from=2126-03-02T00:00:00.001Z&phone_number=256770000001')).to.deep.equal(['third'])
        expect(await found('created_from=2126-03-02&limit=1&created_to=2126-03-02T12:00Z')).to.deep.equal(['second'])
      },
      'a time after a clock that was a day ahead was put right': async () => {
        const api = await overHttp()
        const dayMs = 86_400_000
        const { nowMs, jumpMs } = api.clock
        const today = new Date(nowMs()).toISOString()
        jumpMs(dayMs)
        const tomorrow = new Date(nowMs()).toISOString()
        await openPayment(api, { reference: 'ahead' })
        jumpMs(-dayMs)
        for (const reference of ['first', 'second']) await openPayment(api, { reference })
        const found = async (query: string) => (await pageOf(api, `?${query}`)).references
        expect(await found(`created_from=${today}`)).to.deep.equal(['ahead', 'second', 'first'])
        expect(await found(`created_from=${today}&created_to=${tomorrow}`)).to.deep.equal(['second', 'first'])
        expect(await found(`created_from=${tomorrow}`)).to.deep.equal(['ahead'])
      },
      'a reference of odd characters': async () => {
        const api = await overHttp()
        for (const reference of ['.', '..', 'a/b?c=d&e#f%20+"']) await openPayment(api, { reference })
        for (const reference of ['.', '..', 'a/b?c=d&e#f%20+"'])
          expect((await pageOf(api, `?reference=${encodeURIComponent(reference)}`)).references).to.deep.equal([
            reference,
          ])
      },
    },
  )
})
