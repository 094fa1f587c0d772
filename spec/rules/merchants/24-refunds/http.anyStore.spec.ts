import { expect } from 'chai'
import type { Fees } from '../../../../core/sente.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

/** An API with a collection of UGX 5,000 that has succeeded, and a function to post refunds to it. */
async function openSale(fees?: Fees) {
  const api = await overHttp({}, {}, undefined, fees && { fees })
  const { apikey, pin } = api.bodies['send-money'] as Record<string, unknown>
  api.network.behaves('succeeds')
  const sale = await api.post('collect-money', { ...api.bodies['collect-money'], reference: 'sale' })
  const { transaction_id: saleId } = dataOf(sale) as { transaction_id: string }
  const refund = (given: object = {}) =>
    api.postTo('refunds', { apikey, pin, collection: 'sale', reference: 'refund-1', ...given })
  return { ...api, saleId, refund }
}

describe('24 Refunds: over HTTP', () => {
  rule('24.10', 'a refund is posted, answered like a payout, and names its collection', async () => {
    const { refund, saleId, look } = await openSale()
    const answer = await refund({ amount: 2_000, metadata: { why: 'torn' } })
    const { transaction_id: id, ...data } = dataOf(answer) as { transaction_id: string }
    expect([answer.status, JSON.parse(answer.text).message]).to.deep.equal([201, 'Refund initiated successfully'])
    expect(answer.headers.location).to.equal(`/api/v1/transactions/${id}`)
    const paid = { reference: 'refund-1', amount: 2_000, currency: 'UGX', network: 'MTN' }
    expect(data).to.deep.equal({ ...paid, refund_of: saleId })
    const found = dataOf(await look(`/transactions/${id}`))
    expect(found).to.include({ ...paid, kind: 'refund', refund_of: saleId, state: 'succeeded' })
  })

  rule('24.11', 'a refunded collection is looked up with its refunds and their sum, without failed ones', {
    async 'before and after refunds'() {
      const { refund, saleId, look, network } = await openSale()
      const sale = async () => dataOf(await look(`/transactions/${saleId}`)) as Record<string, unknown>
      const before = await sale()
      expect(before).not.to.have.any.keys('refunded', 'refunds', 'refund_of')
      await refund({ amount: 2_000 })
      network.behaves('declines')
      await refund({ reference: 'refund-2' })
      const { refunded, refunds, ...same } = await sale()
      expect(same).to.deep.equal(before)
      expect(refunded).to.equal(2_000)
      expect(
        (refunds as { reference: string; amount: number; state: string }[]).map((one) => [
          one.reference,
          one.amount,
          one.state,
        ]),
      ).to.deep.equal([
        ['refund-2', 3_000, 'failed'],
        ['refund-1', 2_000, 'succeeded'],
      ])
    },
    async 'its event is unchanged'() {
      const { refund, saleId, look } = await openSale()
      await refund({ amount: 2_000 })
      const { events } = dataOf(await look('/events?type=collection.succeeded')) as { events: { data: object }[] }
      expect(events[0]?.data).to.include({ transaction_id: saleId }).and.not.to.have.any.keys('refunded', 'refunds')
    },
  })

  rule('24.12', 'a refund has lines and events of its own kind', async () => {
    const { refund, look, network } = await openSale()
    await refund({ amount: 2_000 })
    network.behaves('declines')
    await refund({ reference: 'refund-2', amount: 500 })
    const { lines } = dataOf(await look('/statement?currency=UGX')) as { lines: Record<string, unknown>[] }
    expect(
      lines.slice(2).map((line) => [line.kind, line.amount, line.available_change, line.held_change]),
    ).to.deep.equal([
      ['refund_held', 0, -2_000, 2_000],
      ['refund_settled', -2_000, 0, -2_000],
      ['refund_held', 0, -500, 500],
      ['refund_released', 0, 500, -500],
    ])
    const { events } = dataOf(await look('/events?after=2')) as { events: { type: string }[] }
    expect(events.map(({ type }) => type)).to.deep.equal(['refund.succeeded', 'refund.failed'])
  })

  rule(
    '24.13',
    'a body for a refund needs no amount, number or network; missing and malformed fields are named',
    async () => {
      const { refund } = await openSale()
      const missing = await refund({ collection: undefined, pin: undefined })
      expectError(missing, 400, 'missing_fields', 'Missing required fields: collection, pin')
      const malformed = await refund({ collection: 'two words', amount: '500' })
      const message = 'Malformed fields: collection must be 1 to 100 visible ASCII characters; amount must be a number'
      expectError(malformed, 400, 'malformed_fields', message)
    },
  )

  rule(
    '24.14',
    'quotes, look-ups, events and statements show the part of a fee that is given back, if there is one',
    async () => {
      const tiers = [aTier({ flatMinor: 200n, percentE4: 0n })]
      const schedules = [aSchedule({ kind: 'collection', isRefundable: true, tiers })]
      const { refund, saleId, look } = await openSale({ schedules, cashOuts: [] })
      const quoted = dataOf(await look('/fees?kind=collection&currency=UGX&network=MTN&amount=5000'))
      expect(quoted).to.include({ fee: 200, fee_refundable: 200 })
      const { transaction_id: id } = dataOf(await refund({ amount: 2_000 })) as { transaction_id: string }
      expect(dataOf(await look(`/transactions/${id}`))).to.include({ fee_refunded: 80 })
      const sale = dataOf(await look(`/transactions/${saleId}`)) as { refunds: object[] }
      expect(sale).to.include({ fee: 200, fee_refundable: 200 })
      expect(sale.refunds[0]).to.include({ amount: 2_000, fee_refunded: 80 })
      const { events } = dataOf(await look('/events?type=refund.succeeded')) as { events: { data: object }[] }
      expect(events[0]?.data).to.include({ fee_refunded: 80 })
      const { lines } = dataOf(await look('/statement?currency=UGX')) as { lines: Record<string, unknown>[] }
      expect(lines.at(-1)).to.include({ kind: 'fee_refunded', amount: 80, available_after: 102_880, held_after: 0 })
    },
  )
})
