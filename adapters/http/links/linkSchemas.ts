import type { Parameter } from '../openapi/operation.ts'
import { all, type Schema, text, textOrNull, time } from '../openapi/schema.ts'
import { paymentProperties, transactionSchema } from '../openapi/transactionSchemas.ts'

const properties = {
  payment_link_id: text('The id of the link, given by the gateway.'),
  reference: text('Your own name for the link, with which the references of its payments begin.'),
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  description: text('What the customer is told that it is for; kept with each payment.'),
  uses: { type: ['integer', 'null'], description: 'How many payments may be made through it; null for any number.' },
  used: {
    type: ['integer', 'null'],
    description:
      'How many payments through it have not failed, or need the attention of the operator; null where any number may be made.',
  },
  state: {
    type: 'string',
    enum: ['open', 'used_up', 'paid', 'expired', 'ended'],
    description:
      'Whether it can be paid. `used_up`: as many payments were begun as it is for, and not all have succeeded; one that fails makes room again. `paid`: all of them have succeeded, also if it has expired or was ended since. `ended`: you have ended it.',
  },
  return_url: textOrNull('Where the page leads the customer afterwards; null for nowhere.'),
  created_at: time('When it was made.'),
  expires_at: time('From when on it can’t be paid.'),
  ended_at: { ...time('When you have ended it; null while you have not.'), type: ['string', 'null'] },
}

/** The schema of a link as its merchant sees it. */
export const linkSchema = all('PaymentLink', 'A page on which customers pay a fixed amount.', properties)

const ofTransaction = (transactionSchema as { readonly properties: Record<string, Schema> }).properties as Record<
  'transaction_id' | 'reference' | 'phone_number' | 'network' | 'state' | 'created_at',
  Schema
>

const paymentSchema = all('PaymentOfLink', 'A payment that was made through a link.', {
  transaction_id: ofTransaction.transaction_id,
  reference: ofTransaction.reference,
  phone_number: ofTransaction.phone_number,
  network: ofTransaction.network,
  state: ofTransaction.state,
  created_at: ofTransaction.created_at,
})

/** The schema of a link as it is looked up by its id. */
export const linkWithPaymentsSchema = all('PaymentLinkWithPayments', 'A link with its payments.', {
  ...properties,
  payments: {
    type: 'array',
    items: paymentSchema,
    description: 'Its payments, newest first, 100 at most; those that have failed, too.',
  },
})

/** The schema of a link that was made. */
export const createdLinkSchema = all('CreatedPaymentLink', 'A link that was made, with its URL.', {
  ...properties,
  url: { type: 'string', description: 'What to give the customer. Nothing tells it again.' },
})

/** An example of a link. */
export const linkExample = {
  payment_link_id: '019c0f6e-9a1b-7c3d-8e4f-5a6b7c8d9e0f',
  reference: 'order-17',
  amount: 5000,
  currency: 'UGX',
  description: 'A blue umbrella',
  uses: 1,
  used: 0,
  state: 'open',
  return_url: 'https://shop.example.com/thanks',
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2026-03-11T05:06:07.000Z',
  ended_at: null,
}

/** The parameter of the path that names a link. */
export const linkIdParameter: Parameter = {
  in: 'path',
  name: 'payment_link_id',
  description: 'The id of the link.',
  schema: { type: 'string' },
  example: linkExample.payment_link_id,
  isRequired: true,
}
