import { eventTypes, lineKinds, reasons } from '../../../core/sente.ts'
import type { Schema } from '../description/described.ts'

const text: Schema = { type: 'string' }
const time: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601, in UTC.' }

function all(title: string, properties: Record<string, Schema>): Schema {
  return { title, type: 'object', required: Object.keys(properties), properties }
}

const said: Record<string, Schema> = {
  description: { type: ['string', 'null'], description: 'As it was sent; null where it was not.' },
  metadata: { type: 'object', additionalProperties: text, description: 'As it was sent; empty where it was not.' },
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
  network_reason: {
    type: ['string', 'null'],
    description: 'Why it failed in the network’s own word, of at most 100 characters; null where that is not known.',
  },
  created_at: time,
  updated_at: time,
  ...said,
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
  network_reason: null,
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

const balanceSchema = all('BalanceOfStatement', {
  available: { type: 'number' },
  held: { type: 'number' },
})

/** The schema of a page of a statement. */
export const statementSchema = all('Statement', {
  currency: text,
  opening: balanceSchema,
  lines: {
    type: 'array',
    items: all('StatementLine', {
      at: time,
      kind: { type: 'string', enum: [...lineKinds], description: 'What happened to the money.' },
      amount: { type: 'number' },
      available_after: { type: 'number' },
      held_after: { type: 'number' },
      transaction_id: { type: ['string', 'null'], description: 'Null for fundings and withdrawals.' },
      reference: { type: 'string', description: 'The payment’s, or that of the funding or withdrawal.' },
      ...said,
    }),
  },
  closing: balanceSchema,
  next_cursor: { type: ['string', 'null'], description: 'The cursor of the next page; null on the last one.' },
})

/** An example of a page of a statement. */
export const statementExample = {
  currency: 'UGX',
  opening: { available: 100_000, held: 0 },
  lines: [
    {
      at: '2026-03-04T05:06:07.000Z',
      kind: 'payout_held',
      amount: 5000,
      available_after: 95_000,
      held_after: 5000,
      transaction_id: transactionExample.transaction_id,
      reference: 'order-1',
      description: transactionExample.description,
      metadata: transactionExample.metadata,
    },
  ],
  closing: { available: 95_000, held: 5000 },
  next_cursor: null,
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

/** The schema of a funding or withdrawal as its merchant sees it. */
export const fundingSchema = all('FundingOrWithdrawal', {
  reference: text,
  amount: { type: 'number' },
  currency: text,
  created_at: time,
})

/** The schema of an event's sequence. */
export const sequenceSchema: Schema = {
  type: 'integer',
  minimum: 1,
  description: 'Counts the account’s events without a gap.',
}

/** The schema of a page of events. */
export const eventsSchema = all('Events', {
  events: {
    type: 'array',
    items: all('Event', {
      event_id: { type: 'string', format: 'uuid' },
      sequence: sequenceSchema,
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
