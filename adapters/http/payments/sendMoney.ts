import type { SendMoneyRequest } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  bodyExample,
  bodyReader,
  bodySchema,
  type PaymentBody,
  paymentFields,
  paymentHandler,
  paymentOperation,
  pinField,
  type ReadPayment,
  requestOf,
} from './payment.ts'

const message = 'Withdrawal initiated successfully'

/** The schema of the body. */
export const payoutSchema = bodySchema('Payout', 'Money to be sent to a phone.', {
  ...paymentFields,
  pin: pinField,
} as const)

/** Reads the body. */
export const readPayout: ReadPayment<SendMoneyRequest> = bodyReader(
  payoutSchema,
  (body: PaymentBody & { pin: string }) => ({ pin: body.pin, ...requestOf(body) }),
)

/** The contract's first operation: a payout. */
export const sendMoney: Endpoint = {
  path: '/api/v1/send-money',
  methods: ['POST'],
  acts: ['payment.send'],
  openapi: paymentOperation({
    id: 'sendMoney',
    summary: 'Send money to a phone',
    description:
      'Pays out of the account’s balance. The money is held at once, and deducted when the network has paid it; if the payout fails, it is available again.',
    message,
    schema: payoutSchema,
    example: { ...bodyExample, pin: '4071' },
    refusals: ['limit_reached', 'pin_not_set', 'pin_locked', 'invalid_pin', 'insufficient_balance'],
  }),
  handler: (deps) => paymentHandler({ pay: deps.sendMoney, read: readPayout, message }, deps),
}
