import { type BatchQuery, type Caller, isRefusal, referenceForm, referencePattern } from '../../../core/sente.ts'
import { listedBatchData } from '../../formats/batch.ts'
import type { Context } from '../answers/context.ts'
import { batchesPath, type HttpAnswer } from '../answers/envelope.ts'
import { type Endpoint, type EndpointDeps, lookUpHandler } from '../endpoint.ts'
import { batchExample, batchStates, listedBatchSchema } from '../openapi/batchSchemas.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { cursorOf, limitOf, nextCursor, usualLimit } from '../request/cursor.ts'
import { beginOf, endOf, periodIn, zone, zoneOfDays } from '../request/days.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read, parameters } = queryReader({
  limit: limitOf('batches'),
  cursor: cursorOf('^[0-9a-f-]{36}$', batchExample.batch_id),
  reference: [
    { type: 'string', pattern: referencePattern },
    referenceForm,
    'Returns only the batch with this reference.',
    batchExample.reference,
  ],
  state: [
    { type: 'string', enum: batchStates },
    `one of ${batchStates.join(', ')}`,
    'Returns only batches in this state.',
    'paying',
  ],
  created_from: beginOf('Returns only batches requested at this moment or later.'),
  created_to: endOf('Returns only batches requested before this moment.'),
  zone,
})

const { totals: _, ...listedExample } = batchExample

const batchesSchema = all('PayoutBatches', 'A page of batches, newest first.', {
  payout_batches: { type: 'array', items: listedBatchSchema, description: 'The batches of the page.' },
  next_cursor: nextCursor,
  zone: zoneOfDays,
})

/** The caller's batches, by page. */
export const batchList: Endpoint = {
  path: batchesPath,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'listPayoutBatches',
    tag: 'Batches',
    summary: 'List batches',
    description:
      'The batches of the account, newest first, by page. A batch whose answer was lost is found by its reference.',
    parameters,
    answers: {
      200: {
        description: 'A page of batches.',
        content: jsonSuccess('Batches found', batchesSchema, {
          payout_batches: [listedExample],
          next_cursor: null,
          zone: 'Africa/Kampala',
        }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields'],
  },
  handler: (deps) => lookUpHandler(deps, (caller, ctx) => pageOf(caller, ctx, deps)),
}

type Deps = Pick<EndpointDeps, 'batches' | 'days' | 'clock'>

async function pageOf(caller: Caller, ctx: Context, { batches, ...deps }: Deps): Promise<HttpAnswer> {
  const given = read(queryOf(ctx.originalUrl))
  if (isRefusal(given)) return given
  const { limit = usualLimit, cursor, reference, state, created_from, created_to, zone } = given
  const { fromMs, toMs, today } = periodIn({ from: created_from, to: created_to, zone }, deps)
  const query: Omit<BatchQuery, 'accountId'> = {
    ...(reference !== undefined && { reference }),
    ...(state !== undefined && { state }),
    ...(fromMs !== undefined && { createdFromMs: fromMs }),
    ...(toMs !== undefined && { createdToMs: toMs }),
    ...(cursor !== undefined && { before: cursor }),
    limit: limit + 1,
  }
  const found = await batches.listBatches({ caller, query })
  if (isRefusal(found)) return found
  const page = found.batches.slice(0, limit)
  const listed = page.map(async (batch) => listedBatchData(batch, await batches.checkUnconfirmed(batch)))
  const next_cursor = found.batches.length > limit ? (page.at(-1)?.id ?? null) : null
  const data = { payout_batches: await Promise.all(listed), next_cursor, zone: today.days.timeZone }
  return { status: 200, message: 'Batches found', data }
}
