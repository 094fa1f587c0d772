import { type Described, jsonSuccess, successProperties } from '../description/described.ts'
import { all } from '../description/schema.ts'
import { common, ofOne } from './deliveriesDescribed.ts'
import { endpointSchema } from './endpointBody.ts'
import { anyMessage } from './messages.ts'
import { endpoint, endpointId, example, outcome, outcomeExample, secretExample, withSecret } from './schemas.ts'

const bodyRefusals = [
  ...['unsupported_media_type', 'body_too_large', 'malformed_json', 'malformed_fields', 'request_aborted'],
] as Described['refusals']

/** The operations of webhooks, by what they do. */
export const descriptions = {
  list: {
    ...common,
    id: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'All endpoints of the account, oldest first.',
    answers: {
      200: {
        description: 'The endpoints of the account.',
        content: jsonSuccess(
          'Webhook endpoints found',
          all('WebhookEndpoints', 'All endpoints of the account.', {
            webhook_endpoints: { type: 'array', items: endpoint, description: 'The endpoints, oldest first.' },
          }),
          { webhook_endpoints: [example] },
        ),
      },
    },
    refusals: [...common.refusals, 'request_aborted'],
  },
  add: {
    ...common,
    id: 'addWebhookEndpoint',
    summary: 'Add a webhook endpoint',
    description: 'It gets the events from now on. Its secret is shown this once.',
    body: {
      schema: {
        title: 'NewWebhookEndpoint',
        description: 'An endpoint to be added.',
        ...endpointSchema,
        required: ['url'],
      },
      example: { url: example.url, types: ['payout.succeeded', 'payout.failed'] },
    },
    sends: { to: 'url', message: anyMessage },
    answers: {
      201: {
        description: 'The endpoint was added.',
        content: jsonSuccess('Webhook endpoint created', withSecret, secretExample),
      },
    },
    refusals: [...common.refusals, ...bodyRefusals, 'missing_fields', 'too_many_endpoints'],
  },
  find: {
    ...ofOne,
    id: 'findWebhookEndpoint',
    summary: 'Look up a webhook endpoint',
    description: 'One endpoint of the account.',
    answers: {
      200: {
        description: 'The endpoint as it is now.',
        content: jsonSuccess('Webhook endpoint found', endpoint, example),
      },
    },
    refusals: [...ofOne.refusals, 'request_aborted'],
  },
  change: {
    ...ofOne,
    id: 'changeWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description: 'Fields that are absent stay as they are. Enabling one goes on where it stopped.',
    body: {
      schema: { title: 'WebhookEndpointChange', description: 'What to change of an endpoint.', ...endpointSchema },
      example: { enabled: true },
    },
    answers: {
      200: {
        description: 'The endpoint was changed.',
        content: jsonSuccess('Webhook endpoint changed', endpoint, example),
      },
    },
    refusals: [...ofOne.refusals, ...bodyRefusals],
  },
  remove: {
    ...ofOne,
    id: 'removeWebhookEndpoint',
    summary: 'Remove a webhook endpoint',
    description: 'What waits for it is not sent.',
    answers: { 200: { description: 'The endpoint was removed.', content: jsonSuccess('Webhook endpoint removed') } },
  },
  tryOut: {
    ...ofOne,
    id: 'testWebhookEndpoint',
    summary: 'Send a test message',
    description:
      'Sends a message of the type webhook.test now, once, and tells what came of it. Two of an account may be under way.',
    answers: {
      200: {
        description: 'What came of the message.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status', 'message', 'data'],
              properties: {
                ...successProperties,
                message: { ...successProperties.message, enum: ['Webhook delivered', 'Webhook not delivered'] },
                data: all('WebhookTest', 'What came of a test message.', outcome),
              },
            },
            example: { status: 'success', message: 'Webhook delivered', data: outcomeExample },
          },
        },
      },
    },
  },
  rotate: {
    ...ofOne,
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'Messages are signed by the old secret too for 24 hours. The new one is shown this once.',
    answers: {
      200: {
        description: 'The endpoint with its new secret.',
        content: jsonSuccess('Webhook secret rotated', withSecret, secretExample),
      },
    },
  },
  redeliver: {
    ...common,
    id: 'redeliverEvent',
    summary: 'Deliver an event again',
    description: 'To all endpoints of the account. Each event five times within 24 hours, and all of them 500 times.',
    parameters: [{ ...endpointId, name: 'event_id', description: 'The id of the event.' }],
    answers: {
      200: {
        description: 'The event will be delivered.',
        content: jsonSuccess(
          'Event delivered again',
          all('Redelivery', 'Where an event is delivered again.', {
            endpoints: { type: 'integer', description: 'To how many endpoints it is sent.' },
          }),
          { endpoints: 1 },
        ),
      },
    },
    refusals: [...common.refusals, 'event_not_found', 'too_many_redeliveries'],
  },
} satisfies Record<string, Described>
