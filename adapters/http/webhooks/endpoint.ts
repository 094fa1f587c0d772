import { isRefusal } from '../../../core/sente.ts'
import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { readEndpoint } from './endpointBody.ts'
import { answered, endpointsPath, oneEndpoint, webhookHandler } from './handler.ts'

/** One endpoint of the caller. */
export const webhookEndpoint: Endpoint = {
  path: `${endpointsPath}/:endpoint_id`,
  methods: ['GET', 'PATCH', 'DELETE'],
  described: { GET: descriptions.find, PATCH: descriptions.change, DELETE: descriptions.remove },
  handler: (deps) =>
    webhookHandler(deps, {
      GET: oneEndpoint(async ({ caller, endpointId, webhooks }) =>
        answered(await webhooks.findEndpoint({ caller, endpointId }), ({ endpoint }) => ({
          status: 200,
          message: 'Webhook endpoint found',
          data: endpointData(endpoint),
        })),
      ),
      PATCH: oneEndpoint(async ({ endpointId, ...request }) => {
        const read = await readEndpoint(request)
        if (isRefusal(read)) return read
        const { caller, webhooks } = request
        return answered(await webhooks.changeEndpoint({ caller, endpointId, ...read }), ({ endpoint }) => ({
          status: 200,
          message: 'Webhook endpoint changed',
          data: endpointData(endpoint),
        }))
      }),
      DELETE: oneEndpoint(async ({ caller, endpointId, webhooks }) =>
        answered(await webhooks.removeEndpoint({ caller, endpointId }), () => ({
          status: 200,
          message: 'Webhook endpoint removed',
        })),
      ),
    }),
}
