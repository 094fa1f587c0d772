import { type Caller, isRefusal, type LookUp } from '../../../core/sente.ts'
import { type HttpAnswer, transactionsPath } from '../answers/envelope.ts'
import { cursorRefusal, readTransactionQuery } from '../request/transactionQuery.ts'
import { queryOf } from '../target.ts'
import type { Endpoint } from './endpoint.ts'
import { lookUpHandler } from './lookUp.ts'
import { transactionData } from './transactionData.ts'

/** The caller's transactions, newest first, by page; the query is checked before the rules about the account. */
export const transactions: Endpoint = {
  path: transactionsPath,
  methods: ['GET', 'HEAD'],
  handler: ({ lookUp, ...deps }) =>
    lookUpHandler(deps, (caller, ctx) => pageOf(caller, queryOf(ctx.originalUrl), lookUp)),
}

async function pageOf(caller: Caller, query: string, lookUp: LookUp): Promise<HttpAnswer> {
  const read = readTransactionQuery(query)
  if (isRefusal(read)) return read
  const { before } = read.query
  const last = before === undefined ? undefined : await lookUp.transaction(caller, before)
  if (last && isRefusal(last)) return last.refused === 'transaction_not_found' ? cursorRefusal() : last
  const page = await lookUp.transactions(caller, read.query)
  if (isRefusal(page)) return page
  const data = { transactions: page.transactions.map(transactionData), next_cursor: page.next }
  return { status: 200, message: 'Transactions found', data }
}
