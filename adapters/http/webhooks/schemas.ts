import { eventTypes } from '../../../core/sente.ts'
import type { Schema } from '../description/described.ts'

/** The parameter of a path that names an endpoint. */
export const endpointId = {
  in: 'path',
  name: 'endpoint_id',
  description: 'The endpoint.',
  schema: { type: 'string' },
  example: '019c0f6e-9000-7000-8000-1a2b3c4d5e6f',
} as const

const properties = {
  endpoint_id: { type: 'string' },
  url: { type: 'string' },
  types: { type: 'array', items: { enum: ['*', ...eventTypes] } },
  enabled: { type: 'boolean' },
  disabled_because: { type: ['string', 'null'], enum: ['asked', 'gone', 'failing', null] },
  created_at: { type: 'string', format: 'date-time' },
} as const

/** The schema of an endpoint as its owner sees it. */
export const endpoint: Schema = {
  title: 'WebhookEndpoint',
  type: 'object',
  required: Object.keys(properties),
  properties,
}

/** The schema of an endpoint with its secret. */
export const withSecret: Schema = {
  title: 'WebhookEndpointWithSecret',
  type: 'object',
  required: [...Object.keys(properties), 'secret'],
  properties: { ...properties, secret: { type: 'string', description: 'Shown this once.' } },
}

/** An example of an endpoint. */
export const example = {
  ...{ endpoint_id: endpointId.example, url: 'https://shop.example/hooks', types: ['*'], enabled: true },
  ...{ disabled_because: null, created_at: '2026-03-04T05:06:07.000Z' },
}
/** An example with its secret. */
export const secretExample = { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }

/** What came of a message. */
export const outcome = {
  delivered: { type: 'boolean' },
  status: { type: ['integer', 'null'], description: 'The HTTP status of the answer; null when there was none.' },
  problem: {
    type: ['string', 'null'],
    description: 'Why it does not count as delivered. What prevented an answer is told in one of three ways.',
  },
  took_ms: { type: 'integer' },
  answer: { type: 'string', description: 'The first KiB of the answer.' },
} as const

/** An example of that. */
export const outcomeExample = { delivered: true, status: 204, problem: null, took_ms: 41, answer: '' }

/** What is told of an attempt. */
export const attempt = {
  ...{ sequence: { type: 'integer' }, attempt: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
  ...outcome,
}
