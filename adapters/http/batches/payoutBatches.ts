import { isRefusal } from '../../../core/sente.ts'
import { batchData, sumsData, warningData } from '../../formats/batch.ts'
import { refusedLineData, repeatData, unreadColumnData } from '../../formats/refusals.ts'
import type { Context } from '../answers/context.ts'
import { batchesPath, type HttpAnswer } from '../answers/envelope.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { batchExample, batchSchema, refusedLinesSchema, sumsSchema, warningsSchema } from '../openapi/batchSchemas.ts'
import { bodyRefusals, callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { isLarge } from '../request/body.ts'
import { queryOf, queryReader } from '../request/query.ts'
import { batchBodySchema, csvHeaders, fileTypes, readBatch } from './batchBody.ts'

const yes = { type: 'string', enum: ['true', 'false'] } as const

const { read: readQuery, parameters } = queryReader({
  dry_run: [yes, 'true or false', 'Checks everything but the PIN, and changes nothing.', 'true'],
  accept_partial: [yes, 'true or false', 'Accepts the remaining lines if some are refused.', 'false'],
  confirm_repeats: [yes, 'true or false', 'Accepts lines that repeat a payment.', 'false'],
})

const acceptedSchema = all('AcceptedPayoutBatch', 'An accepted batch, its refused lines, and warnings about others.', {
  ...(batchSchema as { readonly properties: Record<string, typeof batchSchema> }).properties,
  refused_lines: refusedLinesSchema,
  warnings: warningsSchema,
})

const checkedSchema = all(
  'CheckedPayoutBatch',
  'The sums that would be accepted, the lines that would be refused, and warnings about others.',
  {
    sums: sumsSchema,
    refused_lines: refusedLinesSchema,
    warnings: warningsSchema,
  },
)

const lineExample = { phone_number: '256770000001', amount: 5000, currency: 'UGX', network: 'MTN' }

/** Requests many payouts at once. */
export const payoutBatches: Endpoint = {
  path: batchesPath,
  methods: ['POST'],
  acts: ['batch.accept', 'batch.check'],
  openapi: {
    id: 'createPayoutBatch',
    tag: 'Batches',
    summary: 'Pay many phones at once',
    description:
      'Up to 10,000 payouts in JSON, or in a file: CSV (`text/csv`) or a workbook (`application/vnd.openxmlformats-officedocument.spreadsheetml.sheet`) with the columns reference, phone_number, amount, currency, and perhaps network, description, customer_message and metadata.NAME. All lines are checked first; one refused line refuses the batch, unless `accept_partial=true`. Lines that repeat a payment are listed in `warnings`, and need `confirm_repeats=true`. The money of all lines is held at once, and each becomes a payout of its own when the network has room.',
    parameters: [...parameters, ...csvHeaders],
    body: {
      schema: batchBodySchema,
      files: fileTypes,
      example: {
        apikey: 'sente_pk_EXAMPLE',
        reference: batchExample.reference,
        pin: '4071',
        lines: [
          { reference: 'salary-1', ...lineExample },
          { reference: 'salary-2', ...lineExample, phone_number: '256770000002', amount: 7000 },
        ],
      },
    },
    answers: {
      200: {
        description: 'With `dry_run=true`: the sums that would be accepted.',
        content: jsonSuccess('Batch checked', checkedSchema, {
          sums: batchExample.sums,
          refused_lines: [],
          warnings: [],
        }),
      },
      201: {
        description: 'The money of the batch is held, and its lines are paid from it.',
        content: jsonSuccess('Batch accepted', acceptedSchema, { ...batchExample, refused_lines: [], warnings: [] }),
      },
    },
    refusals: [
      ...callerRefusals,
      'request_aborted',
      ...bodyRefusals,
      'duplicate_batch',
      'batch_refused',
      'repeats_unconfirmed',
      'pin_not_set',
      'pin_locked',
      'invalid_pin',
      'insufficient_balance',
      'quarantined',
    ],
  },
  handler: (deps) =>
    identifiedHandler(deps, async (caller, ctx) => {
      const taken = () => answerOf({ caller, ctx }, deps)
      return isLarge(ctx.req) ? deps.large(ctx, caller.account.id, taken) : taken()
    }),
}

type Asked = { readonly caller: Parameters<EndpointDeps['batches']['acceptBatch']>[0]['caller']; readonly ctx: Context }

async function answerOf(
  { caller, ctx }: Asked,
  { batches, lookUpMarket, queued }: Pick<EndpointDeps, 'batches' | 'lookUpMarket' | 'queued'>,
): Promise<HttpAnswer> {
  const query = readQuery(queryOf(ctx.originalUrl))
  if (isRefusal(query)) return query
  const isDry = query.dry_run === 'true'
  const sent = await readBatch(ctx, queued, { isDry, market: () => lookUpMarket({ caller }) })
  if (isRefusal(sent)) return sent
  const { unread, ...batchSent } = sent
  const request = {
    ...batchSent,
    acceptPartial: query.accept_partial === 'true',
    confirmRepeats: query.confirm_repeats === 'true',
  }
  const given = { caller, request, nextTurn: () => queued(ctx, async () => {}) }
  const answer = await (isDry ? batches.tryBatch(given) : batches.acceptBatch(given))
  if (isRefusal(answer)) return answer
  const { batch, totals, refusedLines, repeats, warnings } = answer
  const lists = {
    refused_lines: refusedLines.map(refusedLineData),
    warnings: [...repeats.map(repeatData), ...warnings.map(warningData), ...unread.map(unreadColumnData)],
  }
  if (isDry) return { status: 200, message: 'Batch checked', data: { sums: sumsData(batch), ...lists } }
  return { status: 201, message: 'Batch accepted', data: { ...batchData(batch, totals, false), ...lists } }
}
