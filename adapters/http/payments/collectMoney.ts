import type { Endpoint } from '../endpoint.ts'
import { readCollection } from '../request/schemas.ts'
import { paymentHandler } from './payment.ts'

/** The contract's second operation: a collection. */
export const collectMoney: Endpoint = {
  path: '/api/v1/collect-money',
  methods: ['POST'],
  handler: (deps) =>
    paymentHandler(
      { pay: deps.collectMoney, read: readCollection, message: 'Collection initiated successfully' },
      deps,
    ),
}
