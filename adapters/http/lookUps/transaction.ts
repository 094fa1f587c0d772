import { isRefusal } from '../../../core/sente.ts'
import { transactionWithRefunds } from '../../formats/transaction.ts'
import { transactionsPath } from '../answers/envelope.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { transactionExample, transactionWithRefundsSchema } from '../openapi/transactionSchemas.ts'

/** One transaction of the caller. */
export const transaction: Endpoint = {
  path: `${transactionsPath}/:transaction_id`,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'lookUpTransaction',
    tag: 'Look-ups',
    summary: 'Look up one transaction',
    description:
      'A transaction of the account, by the id in the answer to its payment; a collection with its refunds, if there are any.',
    parameters: [
      {
        in: 'path',
        name: 'transaction_id',
        description: 'The id of the transaction.',
        schema: { type: 'string', minLength: 1 },
        example: transactionExample.transaction_id,
      },
    ],
    answers: {
      200: {
        description: 'The transaction as it stands now.',
        content: jsonSuccess('Transaction found', transactionWithRefundsSchema, transactionExample),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'transaction_not_found'],
  },
  handler: ({ lookUpTransaction, lookUpRefunds, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const found = await lookUpTransaction({ caller, transactionId: ctx.params.transaction_id })
      if (isRefusal(found)) return found
      const data = transactionWithRefunds(found, await lookUpRefunds(found))
      return { status: 200, message: 'Transaction found', data }
    }),
}
