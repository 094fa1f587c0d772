import { isRefusal } from '../../../core/sente.ts'
import { endpointData } from '../../formats/endpoint.ts'
import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { endpointBodyRefusals, endpointBodySchema, readEndpoint } from './endpointBody.ts'
import { endpointExample, endpointSchema } from './endpointSchemas.ts'
import { answered, endpointOperation, endpointsPath, inTurn, oneEndpoint, webhookHandler } from './webhookHandler.ts'

/** One endpoint of the caller. */
export const webhookEndpoint: Endpoint = {
  path: `${endpointsPath}/:endpoint_id`,
  methods: ['GET', 'PATCH', 'DELETE'],
  acts: ['webhook.look', 'webhook.set', 'webhook.pause', 'webhook.resume', 'webhook.remove'],
  openapi: {
    GET: {
      ...endpointOperation,
      id: 'findWebhookEndpoint',
      summary: 'Look up a webhook endpoint',
      description: 'One endpoint of the account.',
      answers: {
        200: {
          description: 'The endpoint as it is now.',
          content: jsonSuccess('Webhook endpoint found', endpointSchema, endpointExample),
        },
      },
    },
    PATCH: {
      ...endpointOperation,
      id: 'changeWebhookEndpoint',
      summary: 'Change a webhook endpoint',
      description:
        'Absent fields stay as they are. An endpoint that is enabled again continues with its first undelivered event.',
      body: {
        schema: {
          title: 'WebhookEndpointChange',
          description: 'The fields to change.',
          ...endpointBodySchema,
        },
        example: { enabled: true },
      },
      answers: {
        200: {
          description: 'The endpoint was changed.',
          content: jsonSuccess('Webhook endpoint changed', endpointSchema, endpointExample),
        },
      },
      refusals: [...endpointOperation.refusals, ...endpointBodyRefusals],
    },
    DELETE: {
      ...endpointOperation,
      id: 'removeWebhookEndpoint',
      summary: 'Remove a webhook endpoint',
      description: 'Events that wait for it are not sent.',
      answers: { 200: { description: 'The endpoint was removed.', content: jsonSuccess('Webhook endpoint removed') } },
    },
  },
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
        const change = () => webhooks.changeEndpoint({ caller, endpointId, ...read })
        return answered(await inTurn(request, change), ({ endpoint }) => ({
          status: 200,
          message: 'Webhook endpoint changed',
          data: endpointData(endpoint),
        }))
      }),
      DELETE: oneEndpoint(async ({ endpointId, ...request }) => {
        const { caller, webhooks } = request
        const remove = () => webhooks.removeEndpoint({ caller, endpointId })
        return answered(await inTurn(request, remove), () => ({ status: 200, message: 'Webhook endpoint removed' }))
      }),
    }),
}
