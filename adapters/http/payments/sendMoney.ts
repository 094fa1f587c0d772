import type { Endpoint } from '../endpoint.ts'
import { readPayout } from '../request/schemas.ts'
import { paymentHandler } from './payment.ts'

/** The contract's first operation: a payout. */
export const sendMoney: Endpoint = {
  path: '/api/v1/send-money',
  methods: ['POST'],
  handler: (deps) =>
    paymentHandler({ pay: deps.sendMoney, read: readPayout, message: 'Withdrawal initiated successfully' }, deps),
}
