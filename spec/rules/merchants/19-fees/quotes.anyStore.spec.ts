import { expect } from 'chai'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const schedules = [aSchedule(), aSchedule({ kind: 'collection', tiers: [aTier({ flatMinor: 200n, percentE4: 0n })] })]

const cashOuts = [
  {
    ...{ currency: 'UGX', network: 'MTN', fromMs: 0, dutyPercentE4: 5_000n },
    tiers: [aTier({ upToMinor: 1_000_000n, flatMinor: 1_500n, percentE4: 0n })],
  },
]

/** The API of a gateway with fees: 1 % of a payout and UGX 200 of a collection over MTN. */
const openCharging = (fees = { schedules, cashOuts }) => overHttp({}, {}, undefined, { fees })

const asked = 'kind=payout&currency=UGX&network=MTN&amount=100000'

describe('19 Fees: over HTTP', () => {
  rule(
    '19.15',
    'a fee is shown before the payment, together with the amount to send so that the recipient can withdraw the given amount in cash',
    {
      'a payout': async () => {
        const { look } = await openCharging()
        expect(dataOf(await look(`/fees?${asked}`))).to.deep.equal({
          ...{ kind: 'payout', currency: 'UGX', network: 'MTN', amount: 100_000, fee: 1_000, balance_change: -101_000 },
          cash_out: { charge: 1_500, duty: 500, send: 102_000, fee: 1_020 },
        })
      },
      'a collection': async () => {
        const { look } = await openCharging()
        expect(dataOf(await look('/fees?kind=collection&currency=UGX&network=MTN&amount=5000'))).to.deep.equal({
          ...{ kind: 'collection', currency: 'UGX', network: 'MTN', amount: 5_000, fee: 200, balance_change: 4_800 },
          cash_out: null,
        })
      },
      'a network without a schedule': async () => {
        const { look } = await openCharging()
        expect(dataOf(await look('/fees?kind=payout&currency=UGX&network=AIRTEL&amount=5000'))).to.include({
          ...{ fee: 0, balance_change: -5_000, cash_out: null },
        })
      },
    },
  )

  rule(
    '19.16',
    'a request for fees must keep the rules of currency, network and amount',
    table(
      ['query', 'status', 'code', 'message'],
      [
        [asked.replace('UGX', 'KES'), 400, 'currency_not_supported', 'Currency not supported'],
        [
          asked.replace('MTN', 'SAFARI'),
          400,
          'invalid_network',
          'Invalid network for UGX. Available networks: AIRTEL, MTN',
        ],
        [asked.replace('100000', '499'), 400, 'amount_below_minimum', 'Amount must be at least 500 for UGX'],
        [asked.replace('100000', '5000001'), 400, 'amount_above_maximum', 'Amount cannot exceed 5000000 for UGX'],
        [asked.replace('100000', '500.5'), 400, 'amount_too_precise', 'Amount must be a whole number for UGX'],
        [
          asked.replace('100000', '500.000'),
          400,
          'malformed_fields',
          'Malformed fields: amount must be an amount in digits, not grouped',
        ],
        ['kind=payout', 400, 'missing_fields', 'Missing required fields: currency, network, amount'],
      ],
      async (query, status, code, message) => {
        const { look } = await openCharging()
        expectError(await look(`/fees?${query}`), status, code, message)
      },
    ),
  )

  rule('19.17', 'look-ups, events and statements show a fee', async () => {
    const { look, post, bodies, network } = await openCharging()
    network.behaves('succeeds')
    const { data } = JSON.parse((await post('send-money', bodies['send-money'])).text)
    expect(data).to.have.all.keys('reference', 'transaction_id', 'amount', 'currency', 'network')
    await post('collect-money', { ...bodies['collect-money'], reference: 'order-2' })
    expect(dataOf(await look(`/transactions/${data.transaction_id}`))).to.include({ amount: 5_000, fee: 50 })
    const { events } = dataOf(await look('/events')) as { events: { type: string; data: { fee?: number } }[] }
    expect(events.map(({ type, data: { fee } }) => [type, fee])).to.deep.equal([
      ['balance.funded', undefined],
      ['payout.succeeded', 50],
      ['collection.succeeded', 200],
    ])
    const { lines } = dataOf(await look('/statement?currency=UGX')) as { lines: Record<string, unknown>[] }
    expect(
      lines.map((line) => [line.kind, line.amount, line.available_change, line.held_change]).slice(1),
    ).to.deep.equal([
      ['payout_held', 0, -5_050, 5_050],
      ['payout_settled', -5_000, 0, -5_000],
      ['fee', -50, 0, -50],
      ['collection_credited', 5_000, 5_000, 0],
      ['fee', -200, -200, 0],
    ])
  })

  rule('19.18', 'a gateway without fees mentions none', async () => {
    const { look, post, bodies, network } = await overHttp()
    network.behaves('succeeds')
    await post('send-money', bodies['send-money'])
    expectError(await look(`/fees?${asked}`), 404, 'not_found', 'Not Found')
    for (const path of ['/transactions', '/events', '/statement?currency=UGX'])
      expect((await look(path)).text).not.to.match(/fee/)
  })
})
