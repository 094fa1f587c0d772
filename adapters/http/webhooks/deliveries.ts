import { isRefusal } from '../../../core/sente.ts'
import { attemptData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { limitOf, queryOf, queryReader, usualLimit } from '../request/query.ts'
import { deliveriesDescribed } from './deliveriesDescribed.ts'
import { answered, endpointsPath, oneEndpoint, webhookHandler } from './handler.ts'

const { read, parameters } = queryReader({
  limit: limitOf('attempts'),
  cursor: [
    { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
    'the next_cursor of a page of yours',
    'Gives the page after the one that ended with this.',
    '1234',
  ],
})

/** The attempts at one of the caller's endpoints, the latest first, by page. */
export const webhookDeliveries: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/deliveries`,
  methods: ['GET'],
  described: deliveriesDescribed(parameters),
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
