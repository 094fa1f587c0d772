import { Readable } from 'node:stream'
import { type Caller, entryKinds, isRefusal, type Refusal, type Statement } from '../../../core/sente.ts'
import { statementCsv, statementData } from '../../formats/statement.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import { setHeaders } from '../answers/headers.ts'
import type { Aborted } from '../caller/accountQueues.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, money, text, textOrNull, time } from '../openapi/schema.ts'
import {
  descriptionAndMetadata,
  networkReason,
  networkReceipt,
  paymentProperties,
  transactionExample,
} from '../openapi/transactionSchemas.ts'
import { nextCursor } from '../request/cursor.ts'
import { queryOf } from '../request/query.ts'
import {
  readStatementQuery,
  type StatementRequest,
  statementCursorRefusal,
  statementParameters,
} from './statementQuery.ts'

const balanceSchema = all('BalanceOfStatement', 'The balance before or after the lines of a page.', {
  available: money('The amount that could be paid out then.'),
  held: money('The amount held then for payouts that had not ended.'),
})

const statementSchema = all('Statement', 'A page of movements of a balance: `opening` and `lines` make `closing`.', {
  currency: paymentProperties.currency,
  opening: balanceSchema,
  lines: {
    type: 'array',
    description: 'The movements of the page, oldest first.',
    items: all(
      'StatementEntry',
      'One movement of a balance.',
      {
        at: time('The time when the money moved.'),
        kind: { type: 'string', enum: [...entryKinds], description: 'The kind of movement.' },
        amount: money('The amount that was moved.'),
        available_after: money('The amount that could be paid out afterwards.'),
        held_after: money('The amount held afterwards for payouts that had not ended.'),
        transaction_id: textOrNull('The id of the payment; null for fundings and withdrawals.'),
        reference: text('The payment’s reference, or that of the funding or withdrawal.'),
        ...descriptionAndMetadata,
        network_receipt: networkReceipt,
        network_reason: networkReason,
      },
      { batch_id: text('The id of the batch of payouts; present only if a batch has moved the money.') },
    ),
  },
  closing: balanceSchema,
  next_cursor: nextCursor,
})

const statementExample = {
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
      network_receipt: transactionExample.network_receipt,
      network_reason: null,
    },
  ],
  closing: { available: 95_000, held: 5000 },
  next_cursor: null,
}

/** Explains a balance: every movement of it, by page or as CSV. */
export const statement: Endpoint = {
  path: '/api/v1/statement',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'readStatement',
    tag: 'Look-ups',
    summary: 'Read a statement',
    description:
      'Every movement of a balance, oldest first: `opening` and `lines` make `closing`. Consecutive periods have each line once. With `Accept: text/csv` the answer has the whole period as CSV.',
    parameters: statementParameters,
    answers: {
      200: {
        description: 'A page of the statement, or all of it as CSV.',
        headers: { Vary: true, 'Content-Disposition': false },
        content: {
          ...jsonSuccess('Statement found', statementSchema, statementExample),
          'text/csv': { schema: { type: 'string' }, example: statementCsv.header },
        },
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'missing_fields', 'malformed_fields'],
  },
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps)),
}

type Deps = Pick<EndpointDeps, 'readStatement' | 'queued'>

async function answerOf(caller: Caller, ctx: Context, deps: Deps): Promise<HttpAnswer> {
  const isCsv = ctx.accepts('application/json', 'text/csv') === 'text/csv'
  const read = readStatementQuery(queryOf(ctx.originalUrl), isCsv)
  if (isRefusal(read)) return read
  const { query } = read
  const pageAfter = pages(caller, ctx, deps)
  const first = await pageAfter(isCsv ? { ...query, limit: linesAtOnce } : query)
  if (isRefusal(first)) return first
  setHeaders(ctx, { Vary: 'Accept' })
  if (!isCsv) return { status: 200, message: 'Statement found', data: statementData(first, query.currency) }
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="statement-${query.currency}.csv"`,
    },
    text: Readable.from(rowsOf(first, query, pageAfter)),
  }
}

/** How many lines of a CSV are read in one turn and held in memory at once. */
const linesAtOnce = 100

type PageAfter = (query: StatementRequest) => Promise<Statement | Refusal | Aborted>

/** Reads pages. Each read waits for the account's turn. */
function pages(caller: Caller, ctx: Context, { readStatement, queued }: Deps): PageAfter {
  return (query) => queued(ctx, async () => (await readStatement({ caller, query })) ?? statementCursorRefusal())
}

async function* rowsOf(first: Statement, query: StatementRequest, pageAfter: PageAfter): AsyncGenerator<string> {
  yield statementCsv.header
  for (let page = first; ; ) {
    yield page.lines.map((line) => statementCsv.row(line, query.currency)).join('')
    if (page.next === null) return
    const next = await pageAfter({ ...query, limit: linesAtOnce, after: page.next })
    if (isRefusal(next)) throw new Error(`a statement broke off: ${next.refused}`)
    page = next
  }
}
