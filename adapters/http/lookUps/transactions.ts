import { type Caller, isRefusal } from '../../../core/sente.ts'
import { type HttpAnswer, transactionsPath } from '../answers/envelope.ts'
import { callerRefusals, jsonSuccess } from '../description/described.ts'
import type { Endpoint, EndpointDeps } from '../endpoint.ts'
import { queryOf } from '../request/target.ts'
import { cursorRefusal, readTransactionQuery, transactionParameters } from '../request/transactionQuery.ts'
import { lookUpHandler } from './lookUp.ts'
import { transactionExample, transactionsSchema } from './schemas.ts'
import { transactionData } from './transactionData.ts'

/** The caller's transactions, newest first, by page; the query is checked before the rules about the account. */
export const transactions: Endpoint = {
  path: transactionsPath,
  methods: ['GET', 'HEAD'],
  described: {
    id: 'listTransactions',
    tag: 'Look-ups',
    summary: 'List transactions',
    description: 'The transactions of the account, newest first, by page.',
    parameters: transactionParameters,
    answers: {
      200: {
        description: 'A page of transactions.',
        content: jsonSuccess('Transactions found', transactionsSchema, {
          transactions: [transactionExample],
          next_cursor: null,
        }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields'],
  },
  handler: (deps) => lookUpHandler(deps, (caller, ctx) => pageOf(caller, queryOf(ctx.originalUrl), deps)),
}

type Deps = Pick<EndpointDeps, 'listTransactions' | 'lookUpTransaction'>

async function pageOf(
  caller: Caller,
  query: string,
  { listTransactions, lookUpTransaction }: Deps,
): Promise<HttpAnswer> {
  const read = readTransactionQuery(query)
  if (isRefusal(read)) return read
  const { before } = read.query
  const last = before === undefined ? undefined : await lookUpTransaction({ caller, transactionId: before })
  if (last && isRefusal(last)) return last.refused === 'transaction_not_found' ? cursorRefusal() : last
  const page = await listTransactions({ caller, query: read.query })
  if (isRefusal(page)) return page
  const data = { transactions: page.transactions.map(transactionData), next_cursor: page.next }
  return { status: 200, message: 'Transactions found', data }
}
