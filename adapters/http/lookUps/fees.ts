import { isRefusal, kinds, type Quote, toMajor } from '../../../core/sente.ts'
import { notFound } from '../answers/errors/refusals.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, money, type Schema } from '../openapi/schema.ts'
import { feeRefundable, paymentProperties } from '../openapi/transactionSchemas.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read, parameters } = queryReader(
  {
    kind: [{ type: 'string', enum: kinds }, 'payout, collection or refund', 'The kind of payment.', 'payout'],
    currency: [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'three capital letters', 'The currency.', 'UGX'],
    network: [{ type: 'string', pattern: '^[A-Z0-9_]{1,20}$' }, 'the name of a network', 'The network.', 'MTN'],
    amount: [
      // Three digits after a point may be thousands.
      { type: 'string', pattern: '^[0-9]{1,13}(\\.([0-9]{1,2}|[0-9]{4}))?$' },
      'an amount in digits, not grouped',
      'The amount of the payment.',
      '100000',
    ],
  },
  ['kind', 'currency', 'network', 'amount'],
)

const cashOutSchema: Schema = {
  ...all('CashOut', 'The amount to send so that the recipient can withdraw `amount` in cash.', {
    charge: money('The network’s charge for the withdrawal.'),
    duty: money('The duty on the withdrawal.'),
    send: money('The amount to send: `amount` with charge and duty.'),
    fee: money('The fee for sending it.'),
  }),
  type: ['object', 'null'],
  description:
    'The amount to send so that the recipient can withdraw `amount` in cash; null for a collection, and if the gateway does not know the network’s charges.',
}

const feesSchema = all(
  'Fees',
  'The cost of a payment that is made now.',
  {
    kind: { type: 'string', enum: kinds, description: 'The kind of payment.' },
    currency: paymentProperties.currency,
    network: paymentProperties.network,
    amount: paymentProperties.amount,
    fee: money('The fee of the payment.'),
    balance_change: money('The change of the balance when it succeeds: below zero for a payout.'),
    cash_out: cashOutSchema,
  },
  { fee_refundable: feeRefundable },
)

const example = {
  kind: 'payout',
  currency: 'UGX',
  network: 'MTN',
  amount: 100_000,
  fee: 1_000,
  balance_change: -101_000,
  cash_out: { charge: 1_500, duty: 500, send: 102_000, fee: 1_020 },
}

/** The cost of a payment, before it is made. */
export const fees: Endpoint = {
  path: '/api/v1/fees',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'quoteFees',
    tag: 'Look-ups',
    summary: 'Look up the cost of a payment',
    description:
      'The cost of a payment that is made now, and the amount to send so that the recipient can withdraw the payment in cash. A payment’s own fee is fixed when it is made. A gateway without fees answers 404 `not_found`.',
    parameters,
    answers: {
      200: {
        description: 'The cost of the payment.',
        content: jsonSuccess('Fees found', feesSchema, example),
      },
    },
    refusals: [
      ...callerRefusals,
      'request_aborted',
      'missing_fields',
      'malformed_fields',
      'currency_not_supported',
      'invalid_network',
      'amount_below_minimum',
      'amount_above_maximum',
      'amount_too_precise',
      'not_found',
    ],
  },
  handler: ({ quoteFees, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const given = read(queryOf(ctx.originalUrl))
      if (isRefusal(given)) return given
      const { kind = 'payout', currency = '', network = '', amount } = given
      const quote = quoteFees({ caller, query: { kind, currency, network, amount: Number(amount) } })
      if (!quote) return notFound
      return isRefusal(quote) ? quote : { status: 200, message: 'Fees found', data: quoteData(quote) }
    }),
}

function quoteData({ kind, currency, network, amountMinor, feeMinor, feeBackMinor, cashOut }: Quote) {
  const changeMinor = kind === 'collection' ? amountMinor - feeMinor : -amountMinor - feeMinor
  return {
    kind,
    currency,
    network,
    amount: toMajor(amountMinor, currency),
    fee: toMajor(feeMinor, currency),
    ...(feeBackMinor > 0n && { fee_refundable: toMajor(feeBackMinor, currency) }),
    balance_change: toMajor(changeMinor, currency),
    cash_out: cashOut && {
      charge: toMajor(cashOut.chargeMinor, currency),
      duty: toMajor(cashOut.dutyMinor, currency),
      send: toMajor(cashOut.sendMinor, currency),
      fee: toMajor(cashOut.feeMinor, currency),
    },
  }
}
