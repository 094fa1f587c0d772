import type { Endpoint } from '../endpoint.ts'
import { payoutSchema, readPayout } from '../request/schemas.ts'
import { describedPayment } from './described.ts'
import { paymentHandler } from './payment.ts'

/** The contract's first operation: a payout. */
export const sendMoney: Endpoint = {
  path: '/api/v1/send-money',
  methods: ['POST'],
  described: describedPayment({
    id: 'sendMoney',
    summary: 'Send money to a phone',
    description:
      'Pays out of the account’s balance. The money is held at once, and gone when the network has paid it; if the payout fails, it is available again.',
    message: 'Withdrawal initiated successfully',
    schema: payoutSchema,
    exampleOnly: { pin: '4071' },
    refusals: ['pin_not_set', 'pin_locked', 'invalid_pin', 'insufficient_balance'],
  }),
  handler: (deps) =>
    paymentHandler({ pay: deps.sendMoney, read: readPayout, message: 'Withdrawal initiated successfully' }, deps),
}
