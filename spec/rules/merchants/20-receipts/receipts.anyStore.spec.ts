import { expect } from 'chai'
import type { Enquired } from '../../../../core/sente.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

/** A payment with a lost submission, after an enquiry with this answer. */
async function openReported(api: Api, answer: object, changes: object = {}): Promise<string> {
  api.network.behaves('losesAnswer')
  api.network.answersEnquiry({ seen: {}, ...answer } as Enquired)
  return openPayment(api, changes)
}

const succeeded = (networkReceipt: string, providerRef = networkReceipt) => ({
  outcome: 'succeeded',
  providerRef,
  networkReceipt,
})

const idsIn = (data: Record<string, unknown>) =>
  (data.transactions as { transaction_id: string }[]).map(({ transaction_id }) => transaction_id)

describe('20 Receipts and texts for customers: receipts', () => {
  rule('20.4', 'look-ups, lists, events and statements have the receipt, which is null until the network sends it', {
    'sent at the end': async () => {
      const api = await overHttp()
      const id = await openReported(api, succeeded('13502837451'))
      const reported = { network_receipt: '13502837451', network_reason: null }
      expect(dataOf(await api.look(`/transactions/${id}`))).to.include({ state: 'succeeded', ...reported })
      const { transactions } = dataOf(await api.look('/transactions')) as { transactions: object[] }
      expect(transactions[0]).to.include(reported)
      const { events } = dataOf(await api.look('/events?after=1')) as { events: { data: object }[] }
      expect(events[0]?.data).to.include(reported)
      const { lines } = dataOf(await api.look('/statement?currency=UGX')) as { lines: object[] }
      for (const line of lines.slice(1)) expect(line).to.include(reported)
      expect(lines[0]).to.include({ network_receipt: null, network_reason: null })
      const csv = await api.look('/statement?currency=UGX', { authorization: api.authorization, accept: 'text/csv' })
      expect(csv.text).to.match(/,order-1,256770000001,,,13502837451,\r\n$/)
    },
    'not sent yet': async () => {
      const api = await overHttp()
      expect(dataOf(await api.look(`/transactions/${await openPayment(api)}`))).to.include({ network_receipt: null })
    },
    'sent while in doubt': async () => {
      const api = await overHttp()
      const id = await openReported(api, { outcome: 'inDoubt', because: 'unclear', networkReceipt: 'R1' })
      expect(dataOf(await api.look(`/transactions/${id}`))).to.include({ state: 'pending', network_receipt: 'R1' })
    },
  })

  rule('20.5', 'a statement has the network’s own word for a failure, in each line of the payment', async () => {
    const api = await overHttp()
    await openReported(api, { outcome: 'declined', reason: 'limit_reached', networkReason: 'PAYEE_LIMIT_REACHED' })
    const { lines } = dataOf(await api.look('/statement?currency=UGX')) as { lines: { network_reason: string }[] }
    const words = lines.map(({ network_reason }) => network_reason)
    expect(words).to.deep.equal([null, 'PAYEE_LIMIT_REACHED', 'PAYEE_LIMIT_REACHED'])
  })

  rule('20.6', 'a payment is found by its receipt, only among the account’s own payments, beside any other filter', {
    'the network’s own id, or a number of its own': async () => {
      const api = await overHttp()
      const found = async (query: string, headers?: { authorization: string }) =>
        idsIn(dataOf(await api.look(`/transactions?${query}`, headers)))
      const one = await openReported(api, succeeded('R1'), { reference: 'order-1' })
      const two = await openReported(api, succeeded('R2', 'disburs-R2'), { reference: 'order-2' })
      const three = await openReported(api, succeeded('R2'), { reference: 'order-3' })
      await openReported(api, succeeded('R4', 'R9'), { reference: 'order-4' })
      expect(await found('network_receipt=R1')).to.deep.equal([one])
      expect(await found('network_receipt=R2')).to.deep.equal([three, two])
      expect(await found(`network_receipt=R2&limit=1&cursor=${three}`)).to.deep.equal([two])
      expect(await found('network_receipt=R2&reference=order-3')).to.deep.equal([three])
      expect(await found('network_receipt=R2&state=failed')).to.deep.equal([])
      expect(await found('network_receipt=R2&kind=payout&currency=UGX&network=MTN')).to.deep.equal([three, two])
      expect(await found('network_receipt=R9')).to.deep.equal([])
      expect(await found('network_receipt=disburs-R2')).to.deep.equal([])
      expect(await found('network_receipt=R1', await otherAccount(api))).to.deep.equal([])
    },
    'one by one': table(['an invalid receipt'], [[''], ['x'.repeat(101)], ['%00'], ['a%0ab']], async (text) => {
      const api = await overHttp()
      const form = '1 to 100 characters without control characters'
      const problem = `Malformed fields: network_receipt must be ${form}`
      expectError(await api.look(`/transactions?network_receipt=${text}`), 400, 'malformed_fields', problem)
    }),
  })
})
