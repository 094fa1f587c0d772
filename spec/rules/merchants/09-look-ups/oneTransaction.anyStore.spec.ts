import { expect } from 'chai'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { refusal, rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

const unknown = [404, 'transaction_not_found', 'Transaction not found'] as const

const stateAfter =
  (behaviour: Parameters<Api['network']['behaves']>[0], state: string, reason: string | null) => async () => {
    const api = await overHttp()
    api.network.behaves(behaviour)
    api.network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
    const id = await openPayment(api)
    expect(dataOf(await api.look(`/transactions/${id}`))).to.include({ state, reason })
  }

describe('9 Look-ups: one transaction', () => {
  rule('9.1', 'a transaction is looked up by its id, with everything that its merchant may see', {
    'a payout': async () => {
      const api = await overHttp()
      const id = await openPayment(api)
      const answer = await api.look(`/transactions/${id}`)
      expect(answer.text).to.equal(
        `{"status":"success","message":"Transaction found","data":{"transaction_id":"${id}","reference":"order-1","kind":"payout","amount":5000,"currency":"UGX","network":"MTN","phone_number":"256770000001","state":"pending","reason":null,"network_reason":null,"network_receipt":null,"created_at":"2026-01-02T08:00:00.000Z","updated_at":"2026-01-02T08:00:00.000Z","description":null,"metadata":{},"customer_message":null,"customer_message_as_sent":null}}`,
      )
      expect(answer.status).to.equal(200)
      expect(answer.headers).not.to.have.any.keys('location', 'error-code')
      expectHeaders(answer)
    },
    'a collection': async () => {
      const api = await overHttp()
      const id = await openPayment(api, { network: 'AIRTEL' }, 'collect-money')
      const data = { transaction_id: id, kind: 'collection', network: 'AIRTEL', amount: 5000, state: 'pending' }
      expect(dataOf(await api.look(`/transactions/${id}`))).to.include(data)
    },
    'with its description and metadata': async () => {
      const api = await overHttp()
      for (const operation of ['send-money', 'collect-money'] as const) {
        const said = { description: `Shoes, “size 42” 👟 ${operation}`, metadata: { order: '17', 'naïve "name"': '' } }
        const id = await openPayment(api, { reference: operation, ...said }, operation)
        expect(dataOf(await api.look(`/transactions/${id}`))).to.deep.include(said)
        const { transactions } = dataOf(await api.look(`/transactions?reference=${operation}`))
        expect((transactions as unknown[])[0]).to.deep.include(said)
      }
    },
    'with decimals, changed later': async () => {
      const real = await overHttp()
      const transaction = await real.ports.books.transaction(await openPayment(real))
      if (!transaction) expect.fail('no transaction')
      const later = { amountMinor: 1_250n, currency: 'KES', updatedAtMs: transaction.createdAtMs + 61_001 }
      const found = { ...transaction, ...later }
      const { look } = await overHttp({ lookUpTransaction: async () => found })
      expect((await look('/transactions/x')).text).to.contain('"amount":12.5,"currency":"KES"')
      const times = { created_at: '2026-01-02T08:00:00.000Z', updated_at: '2026-01-02T08:01:01.001Z' }
      expect(dataOf(await look('/transactions/x'))).to.include(times)
    },
  })

  rule('9.2', 'its state is pending until it has succeeded, or has failed for a reason', {
    'the network has it': stateAfter('accepts', 'pending', null),
    'its answer was lost': stateAfter('losesAnswer', 'pending', null),
    'the request was lost': stateAfter('losesRequest', 'pending', null),
    'it succeeded': stateAfter('succeeds', 'succeeded', null),
    'the network refused it': stateAfter('declines', 'failed', 'refused_by_network'),
    'it was never sent': stateAfter('unreachable', 'failed', 'not_sent'),
  })

  refusal(
    '9.3',
    'transaction_not_found',
    'a transaction that does not exist, or that is another account’s, is not found',
    {
      'another account’s': async () => {
        const api = await overHttp()
        const id = await openPayment(api)
        const other = await otherAccount(api)
        expectError(await api.look(`/transactions/${id}`, other), ...unknown)
      },
      'an unknown id': async () => {
        const { look } = await overHttp()
        for (const id of ['019b0000-0000-7000-8000-000000000000', 'constructor', '%00', '%ff', '+', 'x'.repeat(8_000)])
          expectError(await look(`/transactions/${id}`), ...unknown)
      },
      'a reference, which is a filter of the list': async () => {
        const api = await overHttp()
        await openPayment(api)
        expectError(await api.look('/transactions/order-1'), ...unknown)
        expect(dataOf(await api.look('/transactions?reference=order-1')).transactions).to.have.length(1)
      },
      'a path below or beside it': async () => {
        const api = await overHttp()
        const id = await openPayment(api)
        for (const path of ['/transactions/', `/transactions/${id}/`, `/transactions/${id}/x`, `/Transactions/${id}`])
          expectError(await api.look(path), 404, 'not_found', 'Not Found')
      },
    },
  )

  rule('9.4', 'the transaction is found at the address in an answer', {
    'after every outcome': async () => {
      const api = await overHttp()
      for (const behaviour of ['accepts', 'succeeds', 'declines', 'unreachable', 'losesRequest'] as const) {
        api.network.behaves(behaviour)
        const body = { ...api.bodies['send-money'], reference: behaviour }
        const { headers } = await api.post('send-money', body)
        const found = await api.look((headers.location ?? '').replace('/api/v1', ''))
        expect(dataOf(found), behaviour).to.include({ reference: behaviour })
      }
    },
    'after a used reference': async () => {
      const api = await overHttp()
      const id = await openPayment(api)
      const { headers } = await api.post('collect-money', api.bodies['collect-money'])
      const path = /^<\/api\/v1(.+)>; rel="original", /.exec(headers.link ?? '')?.[1]
      expect(dataOf(await api.look(path ?? ''))).to.include({ transaction_id: id })
    },
  })

  rule('9.5', 'every currency that is activated or was ever used has a balance, zeros included', {
    'a payout is held': async () => {
      const api = await overHttp()
      await openPayment(api)
      const answer = await api.look('/balances')
      expect(answer.text).to.equal(
        '{"status":"success","message":"Balances found","data":{"UGX":{"available":95000,"held":5000}}}',
      )
      expect(answer.status).to.equal(200)
      expectHeaders(answer)
    },
    'activated, and never moved': async () => {
      const { look } = await overHttp({}, { fund: [] })
      expect(dataOf(await look('/balances'))).to.deep.equal({ UGX: { available: 0, held: 0 } })
    },
    'used, and no longer activated; another with decimals': async () => {
      const { look, change } = await overHttp()
      await change((account) => ({ ...account, activatedCurrencies: ['KES'] }))
      const balances = { KES: { available: 0, held: 0 }, UGX: { available: 100_000, held: 0 } }
      expect(dataOf(await look('/balances'))).to.deep.equal(balances)
    },
    'with decimals': async () => {
      const row = { accountId: 'x', currency: 'KES', availableMinor: 1_205n, heldMinor: 10n }
      const { look } = await overHttp({ lookUpBalances: async () => ({ balances: [row] }) })
      expect(dataOf(await look('/balances')).KES).to.deep.equal({ available: 12.05, held: 0.1 })
    },
    'none at all': async () => {
      const { look } = await overHttp({}, { fund: [], activate: [] })
      expect((await look('/balances')).text).to.contain('"data":{}')
    },
    'another account’s are not among them': async () => {
      const api = await overHttp()
      expect(dataOf(await api.look('/balances', await otherAccount(api)))).to.deep.equal({
        UGX: { available: 0, held: 0 },
      })
    },
  })
})
