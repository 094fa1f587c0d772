import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { answered, endpointsPath, oneEndpoint, webhookHandler } from './handler.ts'

/** Gives one of the caller's endpoints another secret, which is shown this once. */
export const webhookSecret: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/rotate-secret`,
  methods: ['POST'],
  described: descriptions.rotate,
  handler: (deps) =>
    webhookHandler(deps, {
      POST: oneEndpoint(async ({ caller, endpointId, webhooks }) =>
        answered(await webhooks.rotateEndpointSecret({ caller, endpointId }), ({ endpoint }) => ({
          status: 200,
          message: 'Webhook secret rotated',
          data: { ...endpointData(endpoint), secret: webhooks.secretOf(endpoint) },
        })),
      ),
    }),
}
