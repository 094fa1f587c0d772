import { eventTypes, reasons } from '../../../core/sente.ts'
import type { Schema } from '../description/described.ts'

const text: Schema = { type: 'string' }
const time: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601, in UTC.' }

function all(title: string, properties: Record<string, Schema>): Schema {
  return { title, type: 'object', required: Object.keys(properties), properties }
}

/** The schema of a transaction as its merchant sees it. */
export const transactionSchema = all('Transaction', {
  transaction_id: text,
  reference: text,
  kind: { type: 'string', enum: ['payout', 'collection'] },
  amount: { type: 'number' },
  currency: text,
  network: text,
  phone_number: text,
  state: {
    type: 'string',
    enum: ['pending', 'succeeded', 'failed'],
    description: 'succeeded and failed are final and never change.',
  },
  reason: {
    type: ['string', 'null'],
    enum: [...reasons, null],
    description: 'Why it failed; null when it has not.',
  },
  created_at: time,
  updated_at: time,
  description: { type: ['string', 'null'], description: 'As it was sent; null where it was not.' },
  metadata: { type: 'object', additionalProperties: text, description: 'As it was sent; empty where it was not.' },
})

/** An example of a transaction. */
export const transactionExample = {
  transaction_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  reference: 'order-1',
  kind: 'payout',
  amount: 5000,
  currency: 'UGX',
  network: 'MTN',
  phone_number: '256770000001',
  state: 'succeeded',
  reason: null,
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:09.000Z',
  description: 'Order 1, refunded',
  metadata: { order: '1' },
}

/** The schema of a page of transactions. */
export const transactionsSchema = all('Transactions', {
  transactions: { type: 'array', items: transactionSchema },
  next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last one.' },
})

/** The schema of an account's balances by currency. */
export const balancesSchema: Schema = {
  title: 'Balances',
  description: 'By currency.',
  type: 'object',
  additionalProperties: {
    ...all('Balance', {
      available: { type: 'number', description: 'What can be paid out.' },
      held: { type: 'number', description: 'What is held for payouts that have not ended.' },
    }),
  },
}

/** The schema of the networks of the market. */
export const networksSchema = all('Networks', {
  networks: {
    type: 'array',
    items: all('Network', {
      currency: text,
      network: text,
      minimum: { type: 'number', description: 'The smallest amount of one payment.' },
      maximum: { type: 'number', description: 'The largest amount of one payment.' },
      phone_number_pattern: {
        type: ['string', 'null'],
        description: 'A regular expression that its phone numbers match; null when any number is taken.',
      },
      accepts_payments: { type: 'boolean', description: 'Whether the gateway takes payments for it now.' },
    }),
  },
})

const fundingSchema = all('FundingOrWithdrawal', {
  reference: text,
  amount: { type: 'number' },
  currency: text,
  created_at: time,
})

/** The schema of a page of events. */
export const eventsSchema = all('Events', {
  events: {
    type: 'array',
    items: all('Event', {
      event_id: { type: 'string', format: 'uuid' },
      sequence: { type: 'integer', minimum: 1, description: 'Counts the account’s events without a gap.' },
      type: { type: 'string', enum: [...eventTypes] },
      at: time,
      data: {
        description: 'The transaction that ended, or the funding or withdrawal.',
        anyOf: [transactionSchema, fundingSchema],
      },
    }),
  },
  next: { type: 'integer', minimum: 0, description: 'The value of `after` for the next page.' },
})
