import type { Schema } from './schema.ts'

/** The documentation of a message to merchants' servers. */
export type DocumentedMessage = {
  readonly type: string
  readonly summary: string
  readonly description: string
  readonly schema: Schema
  /** The parts of the example that differ between messages. */
  readonly example: { readonly sequence: number | null; readonly data: object }
}

const time = '2026-03-04T05:06:09.000Z'

/** The headers of every message, by Standard Webhooks 1.0. */
const headers = [
  {
    name: 'webhook-id',
    description: 'The id of the event, the same in every attempt: ignore a message whose id you have processed.',
    schema: { type: 'string', format: 'uuid' },
    example: '019c0f6e-8000-7000-8000-0a8b9c7d6e5f',
  },
  {
    name: 'webhook-timestamp',
    description: 'The time of this attempt, in seconds since the Unix epoch.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: `${Date.parse(time) / 1_000}`,
  },
  {
    name: 'webhook-signature',
    description:
      'The signature of id, timestamp and body; for a day after a rotation there is one by the old secret, too. Verify it first.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((header) => ({ in: 'header', required: true, ...header }))

/** The meaning of the answers of a merchant's server. */
const responses = {
  '2XX': { description: 'The message is delivered. Answer within 15 seconds, and do the work afterwards.' },
  '410': { description: 'The endpoint is gone: it is disabled, and loses no event until it is enabled again.' },
  default: {
    description: 'Any other answer, including a redirect, and no answer: the message is sent again, for 75 hours.',
    headers: {
      'Retry-After': {
        description: 'The pause before the next attempt, in seconds or as a date; at most one day is respected.',
        required: false,
        schema: { type: 'string' },
        example: '120',
      },
    },
  },
}

/** Describes messages, by their types, for the document's section `webhooks`. */
export function describeMessages(messages: readonly DocumentedMessage[]): Record<string, object> {
  return Object.fromEntries(
    messages.map((message) => [message.type, { post: operationOf(message, `webhook.${message.type}`) }]),
  )
}

/** Describes a message that is sent to the URL in a field of the request's body. */
export function describeCallbacks({ to, message }: { to: string; message: DocumentedMessage }): object {
  return { message: { [`{$request.body#/${to}}`]: { post: operationOf(message, 'webhook.message') } } }
}

function operationOf({ type, summary, description, schema, example }: DocumentedMessage, operationId: string): object {
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: { type, timestamp: time, ...example },
        },
      },
    },
    responses,
  }
}
