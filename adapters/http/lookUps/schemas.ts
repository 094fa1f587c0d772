import { lineKinds, reasons } from '../../../core/sente.ts'
import { all, money, type Schema, text, textOrNull, time } from '../description/schema.ts'

const said: Record<string, Schema> = {
  description: textOrNull('As it was sent; null where it was not.'),
  metadata: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'As it was sent; empty where it was not.',
  },
}

/** The schemas of what a payment and the answers about it have in common. */
export const common = {
  transaction_id: text('The id of the transaction, given by the gateway.'),
  reference: text('Your own name for the payment.'),
  amount: money('The amount in the currency, such as 5000 or 12.5.'),
  currency: text('The code of the currency by ISO 4217.'),
  network: text('The name of the mobile money network.'),
} as const

/** The schema of a transaction as its merchant sees it. */
export const transactionSchema = all('Transaction', 'A payment to or from a phone, as it stands.', {
  transaction_id: common.transaction_id,
  reference: common.reference,
  kind: {
    type: 'string',
    enum: ['payout', 'collection'],
    description: 'Whether money goes to the phone or comes from it.',
  },
  amount: common.amount,
  currency: common.currency,
  network: common.network,
  phone_number: text('The phone number in international form, without a plus sign.'),
  state: {
    type: 'string',
    enum: ['pending', 'succeeded', 'failed'],
    description: 'How it stands: `succeeded` and `failed` are final and never change.',
  },
  reason: {
    type: ['string', 'null'],
    enum: [...reasons, null],
    description: 'Why it failed; null when it has not.',
  },
  network_reason: textOrNull(
    'Why it failed in the network’s own word, of at most 100 characters; null where that is not known.',
  ),
  created_at: time('When it was recorded.'),
  updated_at: time('When its state changed last.'),
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

const nextCursor = textOrNull('The cursor of the next page; null on the last one.')

/** The schema of a page of transactions. */
export const transactionsSchema = all('Transactions', 'A page of transactions, newest first.', {
  transactions: { type: 'array', items: transactionSchema, description: 'The transactions of the page.' },
  next_cursor: nextCursor,
})

const held = money('What is held for payouts that have not ended.')

/** The schema of an account's balances by currency. */
export const balancesSchema: Schema = {
  title: 'Balances',
  description: 'What the account has, by currency.',
  type: 'object',
  additionalProperties: all('Balance', 'What the account has in one currency.', {
    available: money('What can be paid out now.'),
    held,
  }),
}

const balanceSchema = all('BalanceOfStatement', 'The balance before or after the lines of a page.', {
  available: money('What could be paid out then.'),
  held: money('What was held then for payouts that had not ended.'),
})

/** The schema of a page of a statement. */
export const statementSchema = all(
  'Statement',
  'A page of movements of a balance: `opening` and `lines` make `closing`.',
  {
    currency: common.currency,
    opening: balanceSchema,
    lines: {
      type: 'array',
      description: 'The movements of the page, oldest first.',
      items: all('StatementLine', 'One movement of a balance.', {
        at: time('When the money moved.'),
        kind: { type: 'string', enum: [...lineKinds], description: 'What happened to the money.' },
        amount: money('How much money was moved.'),
        available_after: money('What could be paid out afterwards.'),
        held_after: money('What was held afterwards for payouts that had not ended.'),
        transaction_id: textOrNull('The id of the payment; null for fundings and withdrawals.'),
        reference: text('The payment’s reference, or that of the funding or withdrawal.'),
        ...said,
      }),
    },
    closing: balanceSchema,
    next_cursor: nextCursor,
  },
)

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
export const networksSchema = all('Networks', 'The networks that payments can go over.', {
  networks: {
    type: 'array',
    description: 'The networks, in the order of their currencies.',
    items: all('Network', 'A network for one currency, with the limits of a payment.', {
      currency: common.currency,
      network: common.network,
      minimum: money('The smallest amount of one payment.'),
      maximum: money('The largest amount of one payment.'),
      phone_number_pattern: textOrNull(
        'A regular expression that its phone numbers match; null when any number is taken.',
      ),
      accepts_payments: { type: 'boolean', description: 'Whether the gateway takes payments for it now.' },
    }),
  },
})

/** The schema of a funding or withdrawal as its merchant sees it. */
export const fundingSchema = all('FundingOrWithdrawal', 'Money that the operator put into a balance or took from it.', {
  reference: text('The operator’s name for the funding or withdrawal.'),
  amount: common.amount,
  currency: common.currency,
  created_at: time('When it was recorded.'),
})
