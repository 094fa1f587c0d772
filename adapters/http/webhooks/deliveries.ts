import { isRefusal } from '../../../core/sente.ts'
import { attemptData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all, type Schema, time } from '../openapi/schema.ts'
import { cursorOf, limitOf, nextCursor, usualLimit } from '../request/cursor.ts'
import { queryOf, queryReader } from '../request/query.ts'
import { endpointExample, endpointIdParameter, outcomeExample, outcomeProperties } from './endpointSchemas.ts'
import { answered, endpointOperation, endpointsPath, oneEndpoint, webhookHandler } from './webhookHandler.ts'

const { read, parameters } = queryReader({
  limit: limitOf('attempts'),
  cursor: cursorOf('^[1-9][0-9]{0,17}$', '1234'),
})

/** The fields of an attempt. */
const attemptProperties: Record<string, Schema> = {
  sequence: { type: 'integer', description: 'The sequence of the event.' },
  attempt: { type: 'integer', description: 'The number of the attempt to deliver the event, from 1.' },
  at: time('The time of the attempt.'),
  ...outcomeProperties,
}

/** The attempts at one of the caller's endpoints, the latest first, by page. */
export const webhookDeliveries: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/deliveries`,
  methods: ['GET'],
  acts: ['webhook.look'],
  openapi: {
    ...endpointOperation,
    parameters: [endpointIdParameter, ...parameters],
    id: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'The attempts of the last 30 days, the latest first.',
    answers: {
      200: {
        description: 'A page of attempts.',
        content: jsonSuccess(
          'Deliveries found',
          all('WebhookDeliveries', 'A page of attempts, the latest first.', {
            deliveries: {
              type: 'array',
              items: all('WebhookDelivery', 'An attempt to deliver an event to an endpoint.', attemptProperties),
              description: 'The attempts of the page.',
            },
            next_cursor: nextCursor,
          }),
          {
            deliveries: [{ sequence: 42, attempt: 1, at: endpointExample.created_at, ...outcomeExample }],
            next_cursor: null,
          },
        ),
      },
    },
    refusals: [...endpointOperation.refusals, 'malformed_fields'],
  },
  handler: (deps) =>
    webhookHandler(deps, {
      GET: oneEndpoint(async ({ caller, endpointId, ctx, webhooks }) => {
        const query = read(queryOf(ctx.originalUrl))
        if (isRefusal(query)) return query
        const { limit = usualLimit, cursor } = query
        const page = { limit, ...(cursor !== undefined && { before: cursor }) }
        return answered(await webhooks.listAttempts({ caller, endpointId, ...page }), ({ attempts, next }) => ({
          status: 200,
          message: 'Deliveries found',
          data: { deliveries: attempts.map(attemptData), next_cursor: next },
        }))
      }),
    }),
}
