import { type Caller, isRefusal, type LookUp } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { Answer } from '../answers/envelope.ts'
import type { IdentifyCaller } from '../caller/identifyCaller.ts'
import { lookUpTurns } from '../caller/lookUpTurns.ts'
import { cursorRefusal, readTransactionQuery } from '../request/transactionQuery.ts'
import { balancesData, transactionData } from './lookUpData.ts'
import { queryOf } from './paths.ts'

type Handle = (ctx: Context) => Promise<Answer>

type Deps = { readonly identify: IdentifyCaller; readonly lookUp: LookUp }

/** Answers what merchants look up, in its turn: who calls, then the query's form, then the rules about the account. */
export function lookUpRoutes({ identify, lookUp }: Deps): Record<keyof LookUp, Handle> {
  const inTurn = lookUpTurns()
  const forCaller =
    (handle: (caller: Caller, ctx: Context) => Promise<Answer>): Handle =>
    async (ctx) => {
      const caller = await identify(ctx)
      if (isRefusal(caller)) return caller
      // Nobody reads the answer of a client that has gone meanwhile.
      return inTurn(caller.account.id, async () =>
        ctx.req.socket.destroyed ? { refused: 'request_aborted' } : handle(caller, ctx),
      )
    }
  return {
    transaction: forCaller(async (caller, ctx) => {
      const found = await lookUp.transaction(caller, ctx.params.transaction_id)
      return isRefusal(found) ? found : { status: 200, message: 'Transaction found', data: transactionData(found) }
    }),
    transactions: forCaller((caller, ctx) => transactionsPage(caller, queryOf(ctx.originalUrl), lookUp)),
    balances: forCaller(async (caller) => {
      const found = await lookUp.balances(caller)
      if (isRefusal(found)) return found
      return { status: 200, message: 'Balances found', data: balancesData(caller.account, found.balances) }
    }),
  }
}

async function transactionsPage(caller: Caller, query: string, lookUp: LookUp): Promise<Answer> {
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
