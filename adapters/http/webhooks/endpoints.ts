import { isRefusal } from '../../../core/sente.ts'
import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { readNewEndpoint } from './endpointBody.ts'
import { answered, endpointsPath, webhookHandler } from './handler.ts'

/** The caller's endpoints: all of them, and a new one, whose secret is shown this once. */
export const webhookEndpoints: Endpoint = {
  path: endpointsPath,
  methods: ['GET', 'POST'],
  described: { GET: descriptions.list, POST: descriptions.add },
  handler: (deps) =>
    webhookHandler(deps, {
      GET: async ({ caller, webhooks }) =>
        answered(await webhooks.listEndpoints({ caller }), ({ endpoints }) => ({
          status: 200,
          message: 'Webhook endpoints found',
          data: { webhook_endpoints: endpoints.map(endpointData) },
        })),
      POST: async (request) => {
        const read = await readNewEndpoint(request)
        if (isRefusal(read)) return read
        const { caller, webhooks } = request
        return answered(await webhooks.addEndpoint({ caller, ...read }), ({ endpoint }) => ({
          status: 201,
          message: 'Webhook endpoint created',
          data: { ...endpointData(endpoint), secret: webhooks.secretOf(endpoint) },
        }))
      },
    }),
}
