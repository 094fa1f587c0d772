import { isRefusal } from '../../../core/sente.ts'
import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { endpointBodyRefusals, endpointBodySchema, readNewEndpoint } from './endpointBody.ts'
import {
  endpointExample,
  endpointSchema,
  endpointWithSecretExample,
  endpointWithSecretSchema,
} from './endpointSchemas.ts'
import { anyMessage } from './messages.ts'
import { answered, endpointsPath, inTurn, webhookHandler, webhookOperation } from './webhookHandler.ts'

/** The caller's endpoints: all of them, and a new one, whose secret is shown only once. */
export const webhookEndpoints: Endpoint = {
  path: endpointsPath,
  methods: ['GET', 'POST'],
  acts: ['webhook.look', 'webhook.add'],
  openapi: {
    GET: {
      ...webhookOperation,
      id: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'All endpoints of the account, oldest first.',
      answers: {
        200: {
          description: 'The endpoints of the account.',
          content: jsonSuccess(
            'Webhook endpoints found',
            all('WebhookEndpoints', 'All endpoints of the account.', {
              webhook_endpoints: { type: 'array', items: endpointSchema, description: 'The endpoints, oldest first.' },
            }),
            { webhook_endpoints: [endpointExample] },
          ),
        },
      },
    },
    POST: {
      ...webhookOperation,
      id: 'addWebhookEndpoint',
      summary: 'Add a webhook endpoint',
      description: 'It receives the events from now on. Its secret is shown only once.',
      body: {
        schema: {
          title: 'NewWebhookEndpoint',
          description: 'An endpoint to be added.',
          ...endpointBodySchema,
          required: ['url'],
        },
        example: { url: endpointExample.url, types: ['payout.succeeded', 'payout.failed'] },
      },
      sends: { to: 'url', message: anyMessage },
      answers: {
        201: {
          description: 'The endpoint was added.',
          content: jsonSuccess('Webhook endpoint created', endpointWithSecretSchema, endpointWithSecretExample),
        },
      },
      refusals: [...webhookOperation.refusals, ...endpointBodyRefusals, 'missing_fields', 'too_many_endpoints'],
    },
  },
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
        return answered(await inTurn(request, () => webhooks.addEndpoint({ caller, ...read })), ({ endpoint }) => ({
          status: 201,
          message: 'Webhook endpoint created',
          data: { ...endpointData(endpoint), secret: webhooks.secretOf(endpoint) },
        }))
      },
    }),
}
