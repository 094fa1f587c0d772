import type { PaymentRequest } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  bodyExample,
  bodyReader,
  bodySchema,
  paymentFields,
  paymentHandler,
  paymentOperation,
  type ReadPayment,
  requestOf,
} from './payment.ts'

const message = 'Collection initiated successfully'

const collectionSchema = bodySchema('Collection', 'Money to be collected from a phone.', paymentFields)

const readCollection: ReadPayment<PaymentRequest> = bodyReader(collectionSchema, requestOf)

/** The contract's second operation: a collection. */
export const collectMoney: Endpoint = {
  path: '/api/v1/collect-money',
  methods: ['POST'],
  acts: ['payment.collect'],
  openapi: paymentOperation({
    id: 'collectMoney',
    summary: 'Collect money from a customer',
    description:
      'Asks a customer to pay into the account’s balance. The customer approves on the phone; the balance grows when the network has received the money.',
    message,
    schema: collectionSchema,
    example: bodyExample,
    refusals: ['limit_reached'],
  }),
  handler: (deps) => paymentHandler({ pay: deps.collectMoney, read: readCollection, message }, deps),
}
