import { reasons } from '../../../core/sente.ts'
import { all, money, type Schema, text, textOrNull, time } from './schema.ts'

/** The schemas of what a merchant has said about a payment. */
export const descriptionAndMetadata: Record<string, Schema> = {
  description: textOrNull('As it was sent; null where it was not.'),
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'As it was sent; empty where it was not.',
  },
}

/** The schemas of what a payment and the answers about it have in paymentProperties. */
export const paymentProperties = {
  transaction_id: text('The id of the transaction, given by the gateway.'),
  reference: text('Your own name for the payment.'),
  amount: money('The amount in the currency, such as 5000 or 12.5.'),
  currency: text('The code of the currency by ISO 4217.'),
  network: text('The name of the mobile money network.'),
} as const

/** The schema of a transaction as its merchant sees it. */
export const transactionSchema = all('Transaction', 'A payment to or from a phone, as it stands.', {
  transaction_id: paymentProperties.transaction_id,
  reference: paymentProperties.reference,
  kind: {
    type: 'string',
    enum: ['payout', 'collection'],
    description: 'Whether money goes to the phone or comes from it.',
  },
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  network: paymentProperties.network,
  phone_number: text(
    'The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it.',
  ),
  state: {
    type: 'string',
    enum: ['pending', 'succeeded', 'failed'],
    description: 'How it stands: `succeeded` and `failed` are final and never change.',
  },
  reason: {
    type: ['string', 'null'],
    enum: [...reasons, null],
    description: 'Why it failed; null when it has not.',
  },
  network_reason: textOrNull(
    'Why it failed in the network’s own word, of at most 100 characters; null where that is not known.',
  ),
  created_at: time('When it was recorded.'),
  updated_at: time('When its state changed last.'),
  ...descriptionAndMetadata,
})

/** An example of a transaction. */
export const transactionExample = {
  transaction_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  reference: 'order-1',
  kind: 'payout',
  amount: 5000,
  currency: 'UGX',
  network: 'MTN',
  phone_number: '256770000001',
  state: 'succeeded',
  reason: null,
  network_reason: null,
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:09.000Z',
  description: 'Order 1, refunded',
  metadata: { order: '1' },
}

/** The schema of a funding or withdrawal as its merchant sees it. */
export const fundingSchema = all('FundingOrWithdrawal', 'Money that the operator put into a balance or took from it.', {
  reference: text('The operator’s name for the funding or withdrawal.'),
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  created_at: time('When it was recorded.'),
})
