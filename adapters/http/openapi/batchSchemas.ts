import { lineStates } from '../../formats/batch.ts'
import { all, money, type Schema, text, textOrNull, time } from './schema.ts'
import { descriptionAndMetadata, paymentProperties, transactionExample } from './transactionSchemas.ts'

const count = (description: string): Schema => ({ type: 'integer', description })

/** The schema of what a batch has accepted, by currency. */
export const sumsSchema: Schema = {
  type: 'array',
  description: 'What was accepted, by currency.',
  items: all('BatchSum', 'What a batch has accepted in a currency.', {
    currency: paymentProperties.currency,
    lines: count('How many lines were accepted.'),
    accepted: money('What they came to with their fees, which was held at once.'),
    held: money('What is held for those of them that wait.'),
  }),
}

const lineStateSchema: Schema = {
  type: 'string',
  enum: lineStates,
  description:
    'How far the line has come. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before.',
}

/** The schema of a batch of payouts. */
export const batchSchema = all('PayoutBatch', 'Many payouts that were asked for at once.', {
  batch_id: text('The id of the batch, given by the gateway.'),
  reference: text('Your own name for the batch.'),
  state: {
    type: 'string',
    enum: ['awaiting_approval', 'paying', 'paused', 'cancelling', 'completed'],
    description:
      'Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any more, and some payouts have not ended. `completed`: all have, for good.',
  },
  needs_confirmation: {
    type: 'boolean',
    description:
      'Whether it is from before the operator had to restore the books, so that lines that wait may have been paid: it is resumed, approved or cancelled only once it is confirmed.',
  },
  lines: count('How many lines it has, with those that were refused.'),
  sums: sumsSchema,
  totals: {
    type: 'array',
    description: 'How many lines have come how far, by currency, and what they come to.',
    items: all('BatchTotal', 'Lines of a batch that have come as far as each other.', {
      state: lineStateSchema,
      currency: paymentProperties.currency,
      lines: count('How many lines they are.'),
      amount: money('What they come to.'),
    }),
  },
  created_at: time('When it was accepted.'),
  updated_at: time('When it has changed last.'),
})

/** The schema of a line of a batch. */
export const batchLineSchema = all('PayoutBatchLine', 'A line of a batch, and what has become of it.', {
  line: count('Its number in the batch, from 1.'),
  reference: text('Your own name for the payout.'),
  phone_number: text('The phone number, as it was sent.'),
  amount: { type: ['number', 'null'], description: 'The amount; null in a refused line that has none.' },
  currency: paymentProperties.currency,
  network: paymentProperties.network,
  ...descriptionAndMetadata,
  state: lineStateSchema,
  code: textOrNull('Why it is refused, as the code of an error; null when it is not.'),
  transaction_id: textOrNull('The id of its payout; null before there is one.'),
  reason: textOrNull('Why its payout failed; null when it has not.'),
})

/** The schema of a line that was refused at once. */
export const refusedLinesSchema: Schema = {
  type: 'array',
  description: 'The lines that were refused, each by the first rule that it breaks.',
  items: all('RefusedLine', 'A line that was refused.', {
    line: count('Its number in the batch, from 1.'),
    reference: text('Its reference, where it has one.'),
    code: text('The code that a single payout would be refused with.'),
    message: text('The same for people.'),
  }),
}

/** An example of a batch. */
export const batchExample = {
  batch_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  reference: 'salaries-2026-03',
  state: 'paying',
  needs_confirmation: false,
  lines: 2,
  sums: [{ currency: 'UGX', lines: 2, accepted: 12_000, held: 7000 }],
  totals: [
    { state: 'waiting', currency: 'UGX', lines: 1, amount: 7000 },
    { state: 'succeeded', currency: 'UGX', lines: 1, amount: 5000 },
  ],
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:09.000Z',
}

/** An example of a line. */
export const batchLineExample = {
  line: 1,
  reference: 'salary-1',
  phone_number: transactionExample.phone_number,
  amount: 5000,
  currency: 'UGX',
  network: 'MTN',
  description: 'March',
  metadata: {},
  state: 'succeeded',
  code: null,
  transaction_id: transactionExample.transaction_id,
  reason: null,
}
