import { kinds, reasons } from '../../../core/sente.ts'
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

/** The schema of the number that customers quote. */
export const networkReceipt = textOrNull(
  'The number of the receipt that the customer has from the network, such as in its text message; null until it is known. It proves nothing: only `state` says how the payment ended.',
)

/** The schema of the network's own word for a failure. */
export const networkReason = textOrNull(
  'Why it failed in the network’s own word, of at most 100 characters; null where that is not known.',
)

/** The schemas of what a payment and the answers about it have in paymentProperties. */
export const paymentProperties = {
  transaction_id: text('The id of the transaction, given by the gateway.'),
  reference: text('Your own name for the payment.'),
  amount: money('The amount in the currency, such as 5000 or 12.5.'),
  currency: text('The code of the currency by ISO 4217.'),
  network: text('The name of the mobile money network.'),
} as const

/** What is told of every transaction. */
const always = {
  transaction_id: paymentProperties.transaction_id,
  reference: paymentProperties.reference,
  kind: {
    type: 'string',
    enum: kinds,
    description:
      'Whether money goes to the phone or comes from it, or goes back to it: a refund pays back what was collected.',
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
  network_reason: networkReason,
  network_receipt: networkReceipt,
  created_at: time('When it was recorded.'),
  updated_at: time('When its state changed last.'),
  ...descriptionAndMetadata,
  customer_message: textOrNull('The text for the customer, as it was sent; null where it was not.'),
}

/** The schema of what refunds give back of a fee. */
export const feeRefundable = money(
  'Of a collection, what its refunds give back of its fee once they come to all of it, and a part of it before; only where they give back anything.',
)

const feeRefunded = money(
  'What a refund gives back of the fee of its collection when it succeeds; only where it gives back anything.',
)

/** What is told of some. */
const ofSome = {
  fee: money('What it costs you, in the currency; only where it costs anything.'),
  fee_refundable: feeRefundable,
  fee_refunded: feeRefunded,
  payment_link_id: text('The payment link that a collection was made through; only such a one has it.'),
  refund_of: text('The `transaction_id` of the collection that a refund pays back; only a refund has it.'),
}

/** The schema of a transaction as its merchant sees it. */
export const transactionSchema = all('Transaction', 'A payment to or from a phone, as it stands.', always, ofSome)

/** The schema of a refund beside its collection. */
const refundSchema = all(
  'RefundOfCollection',
  'A refund of a collection.',
  {
    transaction_id: always.transaction_id,
    reference: always.reference,
    amount: always.amount,
    state: always.state,
    created_at: always.created_at,
  },
  { fee_refunded: feeRefunded },
)

/** The schema of a transaction as it is looked up by its id. */
export const transactionWithRefundsSchema = all(
  'TransactionWithRefunds',
  'A payment as it stands, and of a collection its refunds, if there are any.',
  always,
  {
    ...ofSome,
    refunded: money(
      'What the refunds of a collection come to, without those that have failed; only where there are refunds.',
    ),
    refunds: {
      type: 'array',
      items: refundSchema,
      description: 'The refunds of a collection, newest first, 100 at most; only where there are refunds.',
    },
  },
)

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
  network_receipt: '13502837451',
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:09.000Z',
  description: 'Order 1, refunded',
  metadata: { order: '1' },
  customer_message: null,
}

/** The schema of a funding or withdrawal as its merchant sees it. */
export const fundingSchema = all('FundingOrWithdrawal', 'Money that the operator put into a balance or took from it.', {
  reference: text('The operator’s name for the funding or withdrawal.'),
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  created_at: time('When it was recorded.'),
})
