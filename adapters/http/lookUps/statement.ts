import { Readable } from 'node:stream'
import { type Caller, entryKinds, isRefusal, kinds, type Refusal, type Statement } from '../../../core/sente.ts'
import { header as csvHeader } from '../../formats/statement/csv.ts'
import { type StatementEnding, statementEndings, statementFile, statementFiles } from '../../formats/statement/files.ts'
import { statementData } from '../../formats/statement/json.ts'
import { pagesFrom } from '../../formats/statement/rows.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import { setHeaders } from '../answers/headers.ts'
import type { Aborted } from '../caller/accountQueues.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, money, text, textOrNull, time, wordOrNull } from '../openapi/schema.ts'
import {
  descriptionAndMetadata,
  networkReason,
  networkReceipt,
  paymentProperties,
  transactionExample,
} from '../openapi/transactionSchemas.ts'
import { nextCursor } from '../request/cursor.ts'
import { zoneOfDays } from '../request/days.ts'
import { queryOf } from '../request/query.ts'
import {
  readStatementQuery,
  type StatementRequest,
  statementCursorRefusal,
  statementParameters,
} from './statementQuery.ts'

/** The media type of a file, without parameters. */
const typeOf = (ending: StatementEnding) => statementFiles[ending].type.split(';')[0] ?? ''

const fileTypes = statementEndings.map(typeOf)

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
        payment_kind: wordOrNull(kinds, 'The kind of the payment; null for fundings, withdrawals and batches.'),
        amount: money(
          'The change of the whole balance, available and held: below zero if money has left it, and zero if money was only held or released.',
        ),
        available_change: money('The change of the amount that can be paid out.'),
        held_change: money('The change of the amount held for payouts that have not ended.'),
        available_after: money('The amount that could be paid out afterwards.'),
        held_after: money('The amount held afterwards for payouts that had not ended.'),
        transaction_id: textOrNull('The id of the payment; null for fundings and withdrawals.'),
        reference: text('The payment’s reference, or that of the funding or withdrawal.'),
        phone_number: textOrNull(
          'The phone number that was paid or has paid; null for fundings, withdrawals and batches.',
        ),
        ...descriptionAndMetadata,
        network_receipt: networkReceipt,
        network_reason: networkReason,
      },
      { batch_id: text('The id of the batch of payouts; present only if a batch has moved the money.') },
    ),
  },
  closing: balanceSchema,
  next_cursor: nextCursor,
  zone: zoneOfDays,
})

const statementExample = {
  currency: 'UGX',
  opening: { available: 100_000, held: 0 },
  lines: [
    {
      at: '2026-03-04T05:06:07.000Z',
      kind: 'payout_held',
      payment_kind: 'payout',
      amount: 0,
      available_change: -5000,
      held_change: 5000,
      available_after: 95_000,
      held_after: 5000,
      transaction_id: transactionExample.transaction_id,
      reference: 'order-1',
      phone_number: transactionExample.phone_number,
      description: transactionExample.description,
      metadata: transactionExample.metadata,
      network_receipt: transactionExample.network_receipt,
      network_reason: null,
    },
  ],
  closing: { available: 95_000, held: 5000 },
  next_cursor: null,
  zone: 'Africa/Kampala',
}

/** Explains a balance: every movement of it, by page or as a file. */
export const statement: Endpoint = {
  path: '/api/v1/statement',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'readStatement',
    tag: 'Look-ups',
    summary: 'Read a statement',
    description: `Every movement of a balance, oldest first: \`opening\` and \`lines\` make \`closing\`. Consecutive periods have each line once. The answer is the whole period as a file with \`Accept: ${fileTypes.join('`, `')}\`: as CSV, as a workbook for spreadsheets, and for accounting programs. Its times and days are in \`zone\`.`,
    parameters: statementParameters,
    answers: {
      200: {
        description: 'A page of the statement, or all of it as a file.',
        headers: { Vary: true, 'Content-Disposition': false },
        content: {
          ...jsonSuccess('Statement found', statementSchema, statementExample),
          'text/csv': { schema: { type: 'string' }, example: csvHeader },
          [typeOf('xlsx')]: { schema: { type: 'string', format: 'binary' } },
          [typeOf('ofx')]: { schema: { type: 'string' } },
        },
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'missing_fields', 'malformed_fields'],
  },
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps)),
}

type Deps = Pick<EndpointDeps, 'readStatement' | 'queued' | 'clock' | 'days'>

async function answerOf(caller: Caller, ctx: Context, deps: Deps): Promise<HttpAnswer> {
  const preferred = ctx.accepts('application/json', ...fileTypes)
  const ending = statementEndings.find((one) => typeOf(one) === preferred)
  const read = readStatementQuery(queryOf(ctx.originalUrl), ending, deps)
  if (isRefusal(read)) return read
  const { query, today } = read
  const pageOf = pages(caller, ctx, deps)
  const first = await pageOf(ending ? { ...query, limit: entriesAtOnce } : query)
  if (isRefusal(first)) return first
  setHeaders(ctx, { Vary: 'Accept' })
  if (!ending) {
    const data = { ...statementData(first, query.currency), zone: today.days.timeZone }
    return { status: 200, message: 'Statement found', data }
  }
  const readAfter = async (after: string) => {
    const page = await pageOf({ ...query, limit: entriesAtOnce, after })
    if (isRefusal(page)) throw new Error(`a statement broke off: ${page.refused}`)
    return page
  }
  const about = { ...query, ...today, accountId: caller.account.id }
  return {
    status: 200,
    headers: {
      'Content-Type': statementFiles[ending].type,
      'Content-Disposition': `attachment; filename="statement-${query.currency}.${ending}"`,
    },
    text: Readable.from(statementFile(ending, pagesFrom(first, readAfter), about)),
  }
}

/** How many entries of a file are read in one turn and held in memory at once. */
const entriesAtOnce = 100

type PageOf = (query: StatementRequest) => Promise<Statement | Refusal | Aborted>

/** Reads pages. Each read waits for the account's turn. */
function pages(caller: Caller, ctx: Context, { readStatement, queued }: Deps): PageOf {
  return (query) => queued(ctx, async () => (await readStatement({ caller, query })) ?? statementCursorRefusal())
}
