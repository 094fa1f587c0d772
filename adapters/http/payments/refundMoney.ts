import { type RefundRequest, referencePattern } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { all, text } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'
import {
  bodyReader,
  bodySchema,
  initiatedExample,
  paymentFields,
  paymentHandler,
  paymentOperation,
  pinField,
  type ReadPayment,
  saidOf,
} from './payment.ts'

const message = 'Refund initiated successfully'

const { apikey, reference } = paymentFields

const refundSchema = bodySchema(
  'Refund',
  'A collection to be paid back.',
  {
    apikey,
    reference,
    collection: {
      type: 'string',
      pattern: referencePattern,
      description: 'The collection that is paid back: its `transaction_id`, or your own reference for it.',
    },
    pin: pinField,
  } as const,
  { amount: { type: 'number', description: 'What is paid back. Without it, all that is left of the collection.' } },
)

type RefundBody = {
  readonly apikey: string
  readonly reference: string
  readonly collection: string
  readonly amount?: number
  readonly pin: string
  readonly description?: string | null
  readonly metadata?: Record<string, string> | null
  readonly customer_message?: string | null
}

const readRefund: ReadPayment<RefundRequest> = bodyReader(
  refundSchema,
  ({ apikey, reference, collection, amount, pin, ...said }: RefundBody) => ({
    ...{ apikey, reference, collection, pin },
    ...(amount !== undefined && { amount }),
    ...saidOf(said),
  }),
)

const collectionId = '019c0f6e-6b2c-7d4e-8f50-6b7c8d9e0f1a'

/** A payout that is bound to a collection. */
export const refundMoney: Endpoint = {
  acts: ['refund.open'],
  path: '/api/v1/refunds',
  methods: ['POST'],
  openapi: paymentOperation({
    id: 'refundMoney',
    summary: 'Pay a collection back',
    description:
      'Pays a collection back to the phone number that paid it, over the same network, in whole or in part. It is a payout out of the account’s balance; all refunds of a collection together, without those that have failed, never exceed it.',
    message,
    schema: refundSchema,
    example: { apikey: 'sente_pk_EXAMPLE', reference: 'refund-1', collection: 'order-1', amount: 2000, pin: '4071' },
    initiated: {
      schema: all('InitiatedRefund', 'A refund that the network has.', {
        ...paymentProperties,
        refund_of: text('The `transaction_id` of the collection that it pays back.'),
      }),
      example: { ...initiatedExample, reference: 'refund-1', amount: 2000, refund_of: collectionId },
    },
    refusals: [
      ...(['transaction_not_found', 'not_refundable', 'refund_exceeds_collection'] as const),
      ...(['limit_reached', 'pin_not_set', 'pin_locked', 'invalid_pin', 'insufficient_balance'] as const),
    ],
  }),
  handler: (deps) => paymentHandler({ pay: deps.refundMoney, read: readRefund, message }, deps),
}
