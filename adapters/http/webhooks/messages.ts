import { type EventType, eventTypes } from '../../../core/sente.ts'
import { batchExample } from '../openapi/batchSchemas.ts'
import { componentOf, eventDataSchemas, sequenceSchema, typeSchema } from '../openapi/eventSchemas.ts'
import { expiringKeyExample } from '../openapi/keySchemas.ts'
import type { DocumentedMessage } from '../openapi/messageOperations.ts'
import { all, oneOf, type Schema, text, time } from '../openapi/schema.ts'
import { transactionExample } from '../openapi/transactionSchemas.ts'
import { endpointIdParameter } from './endpointSchemas.ts'

const happened: Readonly<Record<EventType, string>> = {
  'payout.succeeded': 'A payout has succeeded',
  'payout.failed': 'A payout has failed, and its money is available again',
  'collection.succeeded': 'A collection has succeeded',
  'collection.failed': 'A collection has failed',
  'refund.succeeded': 'A refund has succeeded',
  'refund.failed': 'A refund has failed, and its money is available again',
  'balance.funded': 'A balance was funded',
  'balance.withdrawn': 'Money was withdrawn from a balance',
  'batch.completed': 'All payouts of a batch have ended',
  'key.expiring': 'A secret key expires within 14 days',
}

const description =
  'Sent to every endpoint with this type, at least once and in any order; `GET /api/v1/events` lists the same events.'

const fundingExample = {
  reference: 'float-2026-03',
  amount: 1_000_000,
  currency: 'UGX',
  created_at: '2026-03-04T05:06:09.000Z',
}

const completedExample = {
  ...batchExample,
  state: 'completed',
  sums: batchExample.sums.map((sum) => ({ ...sum, held: 0 })),
  totals: [{ state: 'succeeded', currency: 'UGX', lines: 2, amount: 12_000, fees: 0 }],
}

const testData = all('WebhookTestData', 'The tested endpoint.', { endpoint_id: text('The id of the endpoint.') })

/** Every message that is sent to merchants' own servers. */
export const messages: readonly DocumentedMessage[] = [
  ...eventTypes.map((type) => ({
    type,
    summary: happened[type],
    description,
    schema: messageSchema(type, sequenceSchema, eventDataSchemas[type]),
    example: { sequence: 42, data: exampleOf(type) },
  })),
  {
    type: 'webhook.test',
    summary: 'An endpoint is tested',
    description: 'Sent once, on request. It is not an event, and has no sequence.',
    schema: messageSchema('webhook.test', { type: 'null', description: 'A test has no sequence.' }, testData),
    example: { sequence: null, data: { endpoint_id: endpointIdParameter.example } },
  },
]

/** Any of these messages in the form that endpoints receive. */
export const anyMessage: DocumentedMessage = {
  type: 'payout.succeeded',
  summary: 'A message comes',
  description: 'Any of the messages under webhooks.',
  schema: oneOf(
    'WebhookMessage',
    'A message to an endpoint; `type` determines the form of the data.',
    'type',
    messages.map(({ type, schema }) => [type, schema]),
  ),
  example: { sequence: 42, data: transactionOf('payout.succeeded') },
}

function messageSchema(type: string, sequence: Schema, data: Schema): Schema {
  return all(componentOf(type, 'Message'), `A message of the type \`${type}\`.`, {
    type: typeSchema(type),
    timestamp: time('The time when it happened.'),
    sequence,
    data,
  })
}

function exampleOf(type: EventType): object {
  if (type === 'batch.completed') return completedExample
  if (type === 'key.expiring') return expiringKeyExample
  return type.startsWith('balance') ? fundingExample : transactionOf(type)
}

function transactionOf(type: EventType) {
  const [kind, state] = type.split('.')
  const reason = state === 'failed' ? 'refused_by_network' : null
  return { ...transactionExample, kind, state, reason }
}
