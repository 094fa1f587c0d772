import { lineStates } from '../../formats/batch.ts'
import { all, money, type Schema, text, textOrNull, time } from './schema.ts'
import { descriptionAndMetadata, paymentProperties, transactionExample } from './transactionSchemas.ts'

const count = (description: string): Schema => ({ type: 'integer', description })

/** The schema of the accepted sums of a batch, by currency. */
export const sumsSchema: Schema = {
  type: 'array',
  description: 'The accepted sums, by currency.',
  items: all('BatchSum', 'The accepted sum in one currency.', {
    currency: paymentProperties.currency,
    lines: count('How many lines were accepted.'),
    accepted: money('Their total with their fees, which was held at once.'),
    held: money('The amount held for the lines that are still waiting.'),
  }),
}

const lineStateSchema: Schema = {
  type: 'string',
  enum: lineStates,
  description:
    'The progress of the line. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before.',
}

/** The states of a batch that its merchant sees. */
export const batchStates = ['awaiting_approval', 'paying', 'paused', 'cancelling', 'completed'] as const

const listed = {
  batch_id: text('The id of the batch, given by the gateway.'),
  reference: text('Your own name for the batch.'),
  state: {
    type: 'string',
    enum: batchStates,
    description:
      'Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any longer, and some payouts have not ended. `completed`: all payouts have ended, for good.',
  },
  needs_confirmation: {
    type: 'boolean',
    description:
      'Whether it is from before the operator had to restore the books. Its waiting lines may have been paid, so it can be resumed, approved or cancelled only once it is confirmed.',
  },
  lines: count('How many lines it has, including refused ones.'),
  sums: sumsSchema,
  created_at: time('The time when it was accepted.'),
  updated_at: time('The time of its last change.'),
}

/** The schema of a batch in a list. */
export const listedBatchSchema = all('ListedPayoutBatch', 'A batch in a list, without the totals of its lines.', listed)

/** The schema of a batch of payouts. */
export const batchSchema = all('PayoutBatch', 'Many payouts in one request.', {
  ...listed,
  totals: {
    type: 'array',
    description: 'The number of lines in each state, by currency, and their total.',
    items: all('BatchTotal', 'The lines of a batch in one state.', {
      state: lineStateSchema,
      currency: paymentProperties.currency,
      lines: count('How many lines they are.'),
      amount: money('The sum of their amounts, without fees.'),
      fees: money('The sum of their fees. Amounts and fees of all accepted lines are `accepted` in `sums`.'),
    }),
  },
})

/** The schema of a line of a batch. */
export const batchLineSchema = all('PayoutBatchLine', 'A line of a batch, with its state.', {
  line: count('Its number in the file, or its place in the batch, from 1.'),
  reference: text('Your own name for the payout.'),
  phone_number: text('The phone number in the form that was sent.'),
  amount: { type: ['number', 'null'], description: 'The amount; null in a refused line without one.' },
  fee: { type: ['number', 'null'], description: 'The fee; null in a refused line without an amount.' },
  currency: paymentProperties.currency,
  network: paymentProperties.network,
  ...descriptionAndMetadata,
  state: lineStateSchema,
  code: textOrNull('The code of the error for which it is refused; null if it is not.'),
  transaction_id: textOrNull('The id of its payout; null before there is one.'),
  reason: textOrNull('The reason why its payout failed; null if it has not failed.'),
  network_receipt: textOrNull('The number of the customer’s receipt at the network; null until it is known.'),
})

/** The schema of a line that was refused at once. */
export const refusedLinesSchema: Schema = {
  type: 'array',
  description: 'The lines that were refused, each by the first rule that it breaks.',
  items: all('RefusedLine', 'A line that was refused.', {
    line: count('Its number in the file, or its place in the batch, from 1.'),
    reference: text('Its reference, if it has one.'),
    code: text('The code of the error that a single payout would get.'),
    message: text('The message of that error, for people.'),
  }),
}

/** The schema of the warnings about a batch. */
export const warningsSchema: Schema = {
  type: 'array',
  description: 'Accepted lines that may be mistakes, and columns of a file that are not read.',
  items: all('BatchWarning', 'A warning about a batch.', {
    line: {
      type: ['integer', 'null'],
      description: 'The number of the line in the file, or its place in the batch; null if it is about no line.',
    },
    reference: textOrNull('The reference of the line.'),
    code: {
      type: 'string',
      enum: ['repeated_payment', 'another_network', 'column_not_read'],
      description:
        '`repeated_payment`: the line pays the same amount to the same phone number as another line, a payout of the last days, or a line of a batch that is still to be paid. `another_network`: its phone number begins like those of another network. `column_not_read`: the file has a column with another heading.',
    },
    message: text('The warning, for people.'),
    transaction_id: textOrNull('The id of the repeated payout; null if there is none.'),
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
    { state: 'waiting', currency: 'UGX', lines: 1, amount: 7000, fees: 0 },
    { state: 'succeeded', currency: 'UGX', lines: 1, amount: 5000, fees: 0 },
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
  fee: 0,
  currency: 'UGX',
  network: 'MTN',
  description: 'March',
  metadata: {},
  state: 'succeeded',
  code: null,
  transaction_id: transactionExample.transaction_id,
  reason: null,
  network_receipt: '13502837451',
}
