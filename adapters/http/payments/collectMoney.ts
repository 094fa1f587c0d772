import type { Endpoint } from '../endpoint.ts'
import { collectionSchema, readCollection } from '../request/schemas.ts'
import { describedPayment } from './described.ts'
import { paymentHandler } from './payment.ts'

/** The contract's second operation: a collection. */
export const collectMoney: Endpoint = {
  path: '/api/v1/collect-money',
  methods: ['POST'],
  described: describedPayment({
    id: 'collectMoney',
    summary: 'Collect money from a customer',
    description:
      'Asks a customer to pay into the account’s balance. The customer approves on the phone; the balance grows when the network has been paid.',
    message: 'Collection initiated successfully',
    schema: collectionSchema,
    exampleOnly: {},
    refusals: ['limit_reached'],
  }),
  handler: (deps) =>
    paymentHandler(
      { pay: deps.collectMoney, read: readCollection, message: 'Collection initiated successfully' },
      deps,
    ),
}
