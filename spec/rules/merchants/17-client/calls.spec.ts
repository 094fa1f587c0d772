import { expect } from 'chai'
import { isRefused } from '../../../../adapters/client/client.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule } from '../../../rule.ts'
import { openClient } from './openClient.ts'

describe('17 The client', () => {
  rule('17.1', 'each call resolves with the data of the API’s answer', {
    payments: async () => {
      const { client, payout, collection, network, look } = await openClient()
      const sent = await client.sendMoney({ ...payout, description: 'shoes', metadata: { size: '42' } })
      if (isRefused(sent)) throw new Error(sent.message)
      const { transaction_id } = sent
      expect(sent).to.deep.equal({
        transaction_id,
        reference: 'order-1',
        amount: 5_000,
        currency: 'UGX',
        network: 'MTN',
      })
      expect(await client.transaction(transaction_id)).to.deep.equal(
        dataOf(await look(`/transactions/${transaction_id}`)),
      )
      network.behaves('succeeds')
      const collected = await client.collectMoney({ ...collection, reference: 'order-2' })
      expect(collected).to.include({ reference: 'order-2', amount: 5_000 })
    },
    'payment links': async () => {
      const { client, look } = await openClient()
      const asked = { reference: 'link-1', amount: 5_000, currency: 'UGX', description: 'Coffee' }
      const made = await client.createPaymentLink(asked)
      if (isRefused(made)) throw new Error(made.message)
      expect(made.url).to.match(/\/pay\/[0-9a-f]{32}$/)
      expect(await client.createPaymentLink(asked)).to.include({ refused: 'duplicate_link', isSamePayment: true })
      const { payment_link_id: id } = made
      expect(await client.paymentLink(id)).to.deep.equal(dataOf(await look(`/payment-links/${id}`)))
      expect(await client.paymentLinks({ limit: 1 })).to.deep.equal({ payment_links: [made], next_cursor: null })
      for await (const each of client.eachPaymentLink()) expect(each).to.deep.equal(made)
      expect(await client.endPaymentLink(id)).to.include({ payment_link_id: id, state: 'ended' })
    },
    'look-ups': async () => {
      const { client, payout, look } = await openClient()
      await client.sendMoney(payout)
      expect(await client.balances()).to.deep.equal(dataOf(await look('/balances')))
      expect(await client.limits()).to.deep.equal(dataOf(await look('/limits')))
      expect(await client.keys()).to.deep.equal(dataOf(await look('/keys')))
      const payment = { kind: 'payout', currency: 'UGX', network: 'MTN', amount: 5_000 } as const
      expect(await client.fees(payment)).to.include({ refused: 'not_found', status: 404 })
      expect(await client.networks()).to.deep.equal(dataOf(await look('/networks')))
      expect(await client.phoneNumber('+256 770 000001', { currency: 'UGX' })).to.deep.equal(
        dataOf(await look('/phone-numbers/0770000001?currency=UGX')),
      )
      expect(await client.recipient({ network: 'MTN', phone_number: '256770000001', currency: 'UGX' })).to.deep.equal(
        dataOf(await look('/recipients?network=MTN&phone_number=256770000001&currency=UGX')),
      )
      const query = { currency: 'UGX', limit: 1, from: undefined }
      expect(await client.statement(query)).to.deep.equal(dataOf(await look('/statement?currency=UGX&limit=1')))
      expect(await client.transactions({ state: 'pending', reference: 'order-1' })).to.deep.equal(
        dataOf(await look('/transactions?state=pending&reference=order-1')),
      )
      expect(await client.transactions()).to.deep.equal(dataOf(await look('/transactions')))
    },
  })

  rule('17.2', 'a refusal is a value, with its code, its message, and its transaction', {
    'before anything was recorded': async () => {
      const { client, payout, sent } = await openClient()
      const refused = await client.sendMoney({ ...payout, amount: 499 })
      const message = 'Amount must be at least 500 for UGX'
      expect(refused).to.include({ refused: 'amount_below_minimum', message, status: 400 })
      expect(refused).to.have.property('requestId')
      expect(sent).to.deep.equal(['POST send-money'])
    },
    'about a payment with an unknown outcome, or one that the network did not take; neither is repeated': async () => {
      for (const [behaviour, code] of [
        ['losesAnswer', 'outcome_unknown'],
        ['unreachable', 'provider_unavailable'],
      ] as const) {
        const { client, payout, network, sent, look } = await openClient()
        network.behaves(behaviour)
        network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
        const refused = await client.sendMoney(payout)
        if (!isRefused(refused)) throw new Error('it was accepted')
        expect(refused).to.include({ refused: code, status: 500 })
        expect(dataOf(await look(`/transactions/${refused.transactionId}`))).to.include({ reference: 'order-1' })
        expect(sent).to.deep.equal(['POST send-money'])
      }
    },
    'an answer that is not the API’s': async () => {
      const { client } = await openClient([
        new Response('<html></html>', { status: 404 }),
        new Response('{}', { status: 200 }),
        new Response('{"status":"success"}', { status: 200 }),
        new Response('{"status":"success","data":null}', { status: 200 }),
      ])
      expect(await client.balances()).to.include({ refused: 'unreadable_answer', status: 404 })
      for (const _ of [1, 2, 3])
        expect(await client.balances()).to.include({ refused: 'unreadable_answer', status: 200 })
    },
  })

  rule('17.3', 'a look-up has the parameters of the API, and no others', async () => {
    const { client } = await openClient()
    // @ts-expect-error: no filter has this name
    const named = await client.transactions({ stat: 'pending' })
    // @ts-expect-error: there is no such state
    const stated = await client.transactions({ state: 'over' })
    // @ts-expect-error: a statement is of a currency
    const whole = await client.statement({ limit: 1 })
    // @ts-expect-error: a currency is no number
    const numbered = await client.statement({ currency: 800 })
    // @ts-expect-error: a limit is no text
    const spelled = await client.transactions({ limit: 'ten' })
    for (const refused of [named, stated, whole, numbered, spelled]) expect(refused).to.have.property('refused')
    expect(await client.transactions({ state: 'pending', limit: 1, cursor: undefined })).to.have.property(
      'transactions',
    )
  })

  rule('17.4', 'the results and errors of a call contain no secret', async () => {
    const { client, payout, secretKey } = await openClient()
    const seen = [await client.sendMoney({ ...payout, amount: 1 }), await client.transaction('x/../y?z')]
    const signal = AbortSignal.abort(new Error('not any more'))
    const thrown = await client.balances({ signal }).then(
      () => undefined,
      (error: Error) => error,
    )
    expect(thrown?.message).to.equal('not any more')
    expect(withoutIds(JSON.stringify(seen)))
      .not.to.contain(secretKey)
      .and.not.to.contain('4071')
  })
})
