import { eventTypes } from '../../../core/sente.ts'
import { all, type Schema, text, textOrNull, time, wordOrNull } from '../openapi/schema.ts'

/** The path's parameter for an endpoint. */
export const endpointIdParameter = {
  in: 'path',
  name: 'endpoint_id',
  description: 'The id of the endpoint.',
  schema: { type: 'string' },
  example: '019c0f6e-9000-7000-8000-1a2b3c4d5e6f',
} as const

const properties: Record<string, Schema> = {
  endpoint_id: text('The id of the endpoint.'),
  url: text('The URL that receives messages.'),
  types: {
    type: 'array',
    items: { type: 'string', enum: ['*', ...eventTypes] },
    description: 'The types of events that are sent; `*` stands for all of them.',
  },
  enabled: { type: 'boolean', description: 'Whether messages are sent.' },
  disabled_because: wordOrNull(
    ['asked', 'gone', 'failing'],
    'The reason why it is disabled: your request, its answer 410, or days of failures; null while it is enabled.',
  ),
  created_at: time('The time when the endpoint was added.'),
}

/** The schema of an endpoint as its owner sees it. */
export const endpointSchema = all('WebhookEndpoint', 'A URL of yours that receives events.', properties)

/** The schema of an endpoint with its secret. */
export const endpointWithSecretSchema = all(
  'WebhookEndpointWithSecret',
  'An endpoint with the secret that signs its messages.',
  {
    ...properties,
    secret: text('The secret that signs the messages. It is shown only once.'),
  },
)

/** An example of an endpoint. */
export const endpointExample = {
  endpoint_id: endpointIdParameter.example,
  url: 'https://shop.example/hooks',
  types: ['*'],
  enabled: true,
  disabled_because: null,
  created_at: '2026-03-04T05:06:07.000Z',
}

/** An example with its secret. */
export const endpointWithSecretExample = {
  ...endpointExample,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
}

/** The outcome of a message. */
export const outcomeProperties: Record<string, Schema> = {
  delivered: { type: 'boolean', description: 'Whether the answer counts as a delivery.' },
  status: { type: ['integer', 'null'], description: 'The HTTP status of the answer; null when there was none.' },
  problem: textOrNull(
    'The reason why it does not count as delivered; null if it does. A missing answer has one of three reasons.',
  ),
  took_ms: { type: 'integer', description: 'The duration of the attempt, in milliseconds.' },
  answer: text('The first KiB of the answer.'),
}

/** An example of the outcome of a message. */
export const outcomeExample = { delivered: true, status: 204, problem: null, took_ms: 41, answer: '' }
