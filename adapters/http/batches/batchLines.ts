import { Readable } from 'node:stream'
import { type Caller, isRefusal, type LineQuery, type ListBatchLines } from '../../../core/sente.ts'
import { lineData, lineStates, linesCsv } from '../../formats/batch.ts'
import type { Context } from '../answers/context.ts'
import { batchesPath, type HttpAnswer } from '../answers/envelope.ts'
import { setHeaders } from '../answers/headers.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { batchLineExample, batchLineSchema } from '../openapi/batchSchemas.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { cursorOf, limitOf, nextCursor, usualLimit } from '../request/cursor.ts'
import { queryOf, queryReader } from '../request/query.ts'
import { batchIdParameter } from './payoutBatch.ts'

const { read, parameters } = queryReader({
  limit: limitOf('lines', ' CSV has all of them.'),
  cursor: cursorOf('^[0-9]{1,7}$', '20'),
  state: [
    { type: 'string', enum: lineStates },
    `one of ${lineStates.join(', ')}`,
    'Returns only lines in this state.',
    'failed',
  ],
})

const linesSchema = all('PayoutBatchLines', 'A page of the lines of a batch, in their order.', {
  lines: { type: 'array', items: batchLineSchema, description: 'The lines of the page.' },
  next_cursor: nextCursor,
})

/** The lines of a batch of the caller, by page or as CSV. */
export const batchLines: Endpoint = {
  path: `${batchesPath}/:batch_id/lines`,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'listPayoutBatchLines',
    tag: 'Batches',
    summary: 'List the lines of a batch',
    description:
      'The lines of a batch in their order, with the state of each. With `Accept: text/csv` the answer has all of them as CSV.',
    parameters: [batchIdParameter, ...parameters],
    answers: {
      200: {
        description: 'A page of lines, or all of them as CSV.',
        headers: { Vary: true, 'Content-Disposition': false },
        content: {
          ...jsonSuccess('Batch lines found', linesSchema, { lines: [batchLineExample], next_cursor: null }),
          'text/csv': { schema: { type: 'string' }, example: linesCsv.header },
        },
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields', 'batch_not_found'],
  },
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps)),
}

/** How many lines of a CSV are read in one turn and held in memory at once. */
const linesAtOnce = 200

async function answerOf(
  caller: Caller,
  ctx: Context,
  { batches, queued }: Pick<EndpointDeps, 'batches' | 'queued'>,
): Promise<HttpAnswer> {
  const isCsv = ctx.accepts('application/json', 'text/csv') === 'text/csv'
  const given = read(queryOf(ctx.originalUrl))
  if (isRefusal(given)) return given
  const { limit = usualLimit, cursor = '0', state: progress } = given
  const batchId: string = ctx.params.batch_id
  const query: LineQuery = {
    batchId,
    after: Number(cursor),
    limit: isCsv ? linesAtOnce : limit + 1,
    ...(progress !== undefined && { progress: progress as NonNullable<LineQuery['progress']> }),
  }
  const pageOf = (page: LineQuery) => queued(ctx, () => batches.listBatchLines({ caller, query: page }))
  const first = await pageOf(query)
  if (isRefusal(first)) return first
  setHeaders(ctx, { Vary: 'Accept' })
  if (isCsv) return csvOf(first, query, pageOf)
  const lines = first.lines.slice(0, limit).map((rows) => lineData(rows, first.batch))
  const next_cursor = first.lines.length > limit ? String(lines.at(-1)?.line) : null
  return { status: 200, message: 'Batch lines found', data: { lines, next_cursor } }
}

type Found = Exclude<Awaited<ReturnType<ListBatchLines>>, { readonly refused: string }>

type PageOf = (query: LineQuery) => Promise<Found | { readonly refused: string }>

function csvOf(first: Found, query: LineQuery, pageOf: PageOf): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="payout-batch.csv"',
    },
    text: Readable.from(rowsOf(first, query, pageOf)),
  }
}

async function* rowsOf(first: Found, query: LineQuery, pageOf: PageOf): AsyncGenerator<string> {
  yield linesCsv.header
  for (let page = first; ; ) {
    yield page.lines.map((rows) => linesCsv.row(rows, page.batch)).join('')
    const last = page.lines.at(-1)
    if (page.lines.length < linesAtOnce || !last) return
    const next = await pageOf({ ...query, after: last.line.number })
    if ('refused' in next) throw new Error(`the lines of a batch broke off: ${next.refused}`)
    page = next
  }
}
