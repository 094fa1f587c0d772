import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { endpointWithSecretExample, endpointWithSecretSchema } from './endpointSchemas.ts'
import { answered, endpointOperation, endpointsPath, inTurn, oneEndpoint, webhookHandler } from './webhookHandler.ts'

/** Gives one of the caller's endpoints another secret, which is shown only once. */
export const webhookSecret: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/rotate-secret`,
  methods: ['POST'],
  acts: ['webhook.rotate'],
  openapi: {
    ...endpointOperation,
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'For 24 hours messages are signed by the old secret, too. The new one is shown only once.',
    answers: {
      200: {
        description: 'The endpoint with its new secret.',
        content: jsonSuccess('Webhook secret rotated', endpointWithSecretSchema, endpointWithSecretExample),
      },
    },
  },
  handler: (deps) =>
    webhookHandler(deps, {
      POST: oneEndpoint(async ({ endpointId, ...request }) => {
        const { caller, webhooks } = request
        const rotate = () => webhooks.rotateEndpointSecret({ caller, endpointId })
        return answered(await inTurn(request, rotate), ({ endpoint }) => ({
          status: 200,
          message: 'Webhook secret rotated',
          data: { ...endpointData(endpoint), secret: webhooks.secretOf(endpoint) },
        }))
      }),
    }),
}
