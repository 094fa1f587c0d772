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
  'A collection to be refunded.',
  {
    apikey,
    reference,
    collection: {
      type: 'string',
      pattern: referencePattern,
      description: 'The collection to refund: its `transaction_id`, or your own reference for it.',
    },
    pin: pinField,
  } as const,
  {
    amount: {
      type: 'number',
      description: 'The amount to refund. Without it, the whole remaining amount of the collection.',
    },
  },
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
    apikey,
    reference,
    collection,
    pin,
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
    summary: 'Refund a collection',
    description:
      'Returns a collection to the phone number that paid it, over the same network, in whole or in part. A refund is a payout from the account’s balance. The refunds of a collection together, without failed ones, never exceed it.',
    message,
    schema: refundSchema,
    example: { apikey: 'sente_pk_EXAMPLE', reference: 'refund-1', collection: 'order-1', amount: 2000, pin: '4071' },
    initiated: {
      schema: all('InitiatedRefund', 'A refund that the network has accepted.', {
        ...paymentProperties,
        refund_of: text('The `transaction_id` of the refunded collection.'),
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
