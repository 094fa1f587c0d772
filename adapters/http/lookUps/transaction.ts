import { isRefusal } from '../../../core/sente.ts'
import { transactionsPath } from '../answers/envelope.ts'
import type { Endpoint } from '../endpoint.ts'
import { lookUpHandler } from './lookUp.ts'
import { transactionData } from './transactionData.ts'

/** One transaction of the caller. */
export const transaction: Endpoint = {
  path: `${transactionsPath}/:transaction_id`,
  methods: ['GET', 'HEAD'],
  handler: ({ lookUpTransaction, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const found = await lookUpTransaction({ caller, transactionId: ctx.params.transaction_id })
      return isRefusal(found) ? found : { status: 200, message: 'Transaction found', data: transactionData(found) }
    }),
}
