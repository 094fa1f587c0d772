import { kinds, reasons } from '../../../core/sente.ts'
import { all, money, type Schema, text, textOrNull, time, wordOrNull } from './schema.ts'

/** The schemas of a merchant's own notes on a payment. */
export const descriptionAndMetadata: Record<string, Schema> = {
  description: textOrNull('The description that was sent; null if none was.'),
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The metadata that were sent; empty if none were.',
  },
}

/** The schema of the network's receipt, which customers quote. */
export const networkReceipt = textOrNull(
  'The number of the customer’s receipt from the network, for example in its text message; null until it is known. It proves nothing: only `state` shows the outcome.',
)

/** The schema of the network's own reason for a failure. */
export const networkReason = textOrNull(
  'The network’s own reason for the failure, of at most 100 characters; null if it is not known.',
)

/** The schemas of the fields that a payment shares with the answers about it. */
export const paymentProperties = {
  transaction_id: text('The id of the transaction, given by the gateway.'),
  reference: text('Your own name for the payment.'),
  amount: money('The amount in the currency, such as 5000 or 12.5.'),
  currency: text('The code of the currency by ISO 4217.'),
  network: text('The name of the mobile money network.'),
} as const

/** The fields of every transaction. */
const always = {
  transaction_id: paymentProperties.transaction_id,
  reference: paymentProperties.reference,
  kind: {
    type: 'string',
    enum: kinds,
    description:
      'The direction of the money: to the phone, from it, or back to it. A refund returns the money of a collection.',
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
    description: 'The state of the payment. `succeeded` and `failed` are final and never change.',
  },
  reason: wordOrNull(reasons, 'The reason why it failed; null if it has not failed.'),
  network_reason: networkReason,
  network_receipt: networkReceipt,
  created_at: time('The time when it was recorded.'),
  updated_at: time('The time of its last change of state.'),
  ...descriptionAndMetadata,
  customer_message: textOrNull('The text for the customer; null if there is none.'),
  customer_message_as_sent: textOrNull(
    'The same in the characters that the network carries; null if too little is left, and if there is no text.',
  ),
}

/** The schema of the part of a fee that refunds return. */
export const feeRefundable = money(
  'For a collection, the part of its fee that is returned once all of it is refunded; partial refunds return a share. Present only if refunds return any.',
)

const feeRefunded = money(
  'The part of the collection’s fee that this refund returns when it succeeds; present only if it returns any.',
)

/** The fields of some transactions. */
const ofSome = {
  fee: money('Your fee for the payment, in the currency; present only if there is one.'),
  fee_refundable: feeRefundable,
  fee_refunded: feeRefunded,
  payment_link_id: text('The payment link through which a collection was made; present only then.'),
  refund_of: text('The `transaction_id` of the refunded collection; present only in a refund.'),
}

/** The schema of a transaction as its merchant sees it. */
export const transactionSchema = all(
  'Transaction',
  'A payment to or from a phone, with its current state.',
  always,
  ofSome,
)

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

/** The schema of a transaction that is looked up by its id. */
export const transactionWithRefundsSchema = all(
  'TransactionWithRefunds',
  'A payment with its current state; a collection with its refunds, if there are any.',
  always,
  {
    ...ofSome,
    refunded: money('The total of a collection’s refunds, without failed ones; present only if there are refunds.'),
    refunds: {
      type: 'array',
      items: refundSchema,
      description: 'The refunds of a collection, newest first, 100 at most; present only if there are refunds.',
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
  customer_message_as_sent: null,
}

/** The schema of a funding or withdrawal as its merchant sees it. */
export const fundingSchema = all('FundingOrWithdrawal', 'Money that the operator put into a balance or took from it.', {
  reference: text('The operator’s name for the funding or withdrawal.'),
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  created_at: time('The time when it was recorded.'),
})
