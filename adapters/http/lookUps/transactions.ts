import {
  type Caller,
  isRefusal,
  type LookUpQuery,
  type Market,
  malformedFields,
  networkNames,
  type Refusal,
} from '../../../core/sente.ts'
import { transactionData } from '../../formats/transaction.ts'
import { lookedForText } from '../../written/lookedFor.ts'
import { readSearch } from '../../written/search.ts'
import { type HttpAnswer, transactionsPath } from '../answers/envelope.ts'
import { type Endpoint, type EndpointDeps, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { transactionExample, transactionSchema } from '../openapi/transactionSchemas.ts'
import { nextCursor } from '../request/cursor.ts'
import { zoneOfDays } from '../request/days.ts'
import { queryOf } from '../request/query.ts'
import { cursorRefusal, readTransactionQuery, transactionParameters, withReadNumber } from './transactionQuery.ts'

const transactionsSchema = all(
  'Transactions',
  'A page of transactions, newest first.',
  {
    transactions: { type: 'array', items: transactionSchema, description: 'The transactions of the page.' },
    next_cursor: nextCursor,
    zone: zoneOfDays,
  },
  {
    looked_for: {
      type: 'array',
      items: { type: 'string' },
      description: 'How the searched text was understood, one line for each meaning. Only with `q`.',
    },
  },
)

/** The caller's transactions, newest first, by page; the query is checked before the rules about the account. */
export const transactions: Endpoint = {
  path: transactionsPath,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
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
          zone: 'Africa/Kampala',
        }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields'],
  },
  handler: (deps) => lookUpHandler(deps, (caller, ctx) => pageOf(caller, queryOf(ctx.originalUrl), deps)),
}

type Deps = Pick<EndpointDeps, 'listTransactions' | 'lookUpMarket' | 'lookUpTransaction' | 'days' | 'clock'>

async function pageOf(caller: Caller, given: string, deps: Deps): Promise<HttpAnswer> {
  const { listTransactions, lookUpMarket, lookUpTransaction } = deps
  const read = readTransactionQuery(given, deps)
  if (isRefusal(read)) return read
  const found = lookUpMarket({ caller })
  if (isRefusal(found)) return found
  const query = await withReadNumber(read.query, found.market)
  if (isRefusal(query)) return query
  const unknown = await unknownNames(caller, query, { listTransactions, market: found.market })
  if (unknown) return unknown
  const { before } = query
  const last = before === undefined ? undefined : await lookUpTransaction({ caller, transactionId: before })
  if (last && isRefusal(last)) return last.refused === 'transaction_not_found' ? cursorRefusal() : last
  const search = read.searched === undefined ? undefined : await readSearch(read.searched, found.market)
  const page = await listTransactions({ caller, query, ...(search && { sought: search.sought }) })
  if (isRefusal(page)) return page
  const data = {
    transactions: page.transactions.map(transactionData),
    next_cursor: page.next,
    zone: read.today.days.timeZone,
    ...(search && { looked_for: search.lookedFor.map((one) => lookedForText(one)) }),
  }
  return { status: 200, message: 'Transactions found', data }
}

/**
 * Refuses a currency or network that neither the market nor any of the caller's transactions has. An empty list would
 * hide a mistyped name: it would look as if there were no payments.
 */
async function unknownNames(
  caller: Caller,
  query: LookUpQuery,
  { market, listTransactions }: Pick<Deps, 'listTransactions'> & { readonly market: Market },
): Promise<Refusal | undefined> {
  const known = { currency: [...market.keys()], network: networkNames(market) }
  const problems: string[] = []
  for (const name of ['currency', 'network'] as const) {
    const { [name]: given } = query
    if (given === undefined || known[name].includes(given)) continue
    const theirs = await listTransactions({ caller, query: { [name]: given, limit: 1 } })
    if (isRefusal(theirs)) return theirs
    if (theirs.transactions.length === 0) problems.push(`${name} must be one of ${known[name].join(', ')}`)
  }
  return problems.length > 0 ? malformedFields(problems) : undefined
}
