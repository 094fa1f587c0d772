import type { Parameter } from '../openapi/operation.ts'
import { all, type Schema, text, textOrNull, time } from '../openapi/schema.ts'
import { paymentProperties, transactionSchema } from '../openapi/transactionSchemas.ts'

const numberOrNull = (description: string): Schema => ({ type: ['number', 'null'], description })

const properties = {
  payment_link_id: text('The id of the link, given by the gateway.'),
  reference: text('Your own name for the link. The references of its payments begin with it.'),
  amount: numberOrNull('The amount that each customer pays; null if they name it.'),
  minimum: numberOrNull('The least that a customer may name; null for a fixed amount.'),
  maximum: numberOrNull('The most that a customer may name; null for a fixed amount.'),
  currency: paymentProperties.currency,
  description: text('The purpose of the payment, shown to the customer and kept with each payment.'),
  uses: { type: ['integer', 'null'], description: 'How many payments may be made through it; null for any number.' },
  used: {
    type: ['integer', 'null'],
    description:
      'How many payments through it have not failed, or need the attention of the operator; null if their number is not limited.',
  },
  state: {
    type: 'string',
    enum: ['open', 'used_up', 'paid', 'expired', 'ended'],
    description:
      'Whether it can be paid. `used_up`: all of its payments were begun, and not all have succeeded; one that fails makes room again. `paid`: all of its payments have succeeded, even if it has expired or was ended since. `ended`: you have ended it.',
  },
  return_url: textOrNull('The page that the customer returns to afterwards; null for none.'),
  created_at: time('The time when it was made.'),
  expires_at: time('The time when it expires: from then on it can no longer be paid.'),
  ended_at: { ...time('The time when you ended it; null while you have not.'), type: ['string', 'null'] },
  url: textOrNull(
    'The URL for the customer; null once the link is over, for keys without the scope `collect`, and if the operator no longer has the key that it is derived from.',
  ),
}

/** The schema of a link as its merchant sees it. */
export const linkSchema = all(
  'PaymentLink',
  'A page where customers pay a fixed amount, or one that they name within bounds.',
  properties,
)

const ofTransaction = (transactionSchema as { readonly properties: Record<string, Schema> }).properties as Record<
  'transaction_id' | 'reference' | 'phone_number' | 'network' | 'state' | 'created_at',
  Schema
>

const paymentSchema = all('PaymentOfLink', 'A payment through a link.', {
  transaction_id: ofTransaction.transaction_id,
  reference: ofTransaction.reference,
  phone_number: ofTransaction.phone_number,
  network: ofTransaction.network,
  state: ofTransaction.state,
  created_at: ofTransaction.created_at,
})

/** The schema of a link that is looked up by its id. */
export const linkWithPaymentsSchema = all('PaymentLinkWithPayments', 'A link with its payments.', {
  ...properties,
  paid: { type: 'integer', description: 'How many payments through it have succeeded.' },
  payments: {
    type: 'array',
    items: paymentSchema,
    description: 'Its payments, newest first, 100 at most; failed ones are included.',
  },
})

/** The schema of a new link. */
export const createdLinkSchema = all('CreatedPaymentLink', 'A new link, with its URL.', {
  ...properties,
  url: text('The URL for the customer.'),
})

/** An example of a link. */
export const linkExample = {
  payment_link_id: '019c0f6e-9a1b-7c3d-8e4f-5a6b7c8d9e0f',
  reference: 'order-17',
  amount: 5000,
  minimum: null,
  maximum: null,
  currency: 'UGX',
  description: 'A blue umbrella',
  uses: 1,
  used: 0,
  state: 'open',
  return_url: 'https://shop.example.com/thanks',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2026-03-11T05:06:07.000Z',
  ended_at: null,
  url: 'https://pay.example.com/pay/5f1c7a90d3b24e6f8a1b2c3d4e5f6071',
}

/** The path's parameter for a link. */
export const linkIdParameter: Parameter = {
  in: 'path',
  name: 'payment_link_id',
  description: 'The id of the link.',
  schema: { type: 'string' },
  example: linkExample.payment_link_id,
  isRequired: true,
}
